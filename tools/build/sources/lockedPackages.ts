import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../workspace.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      peerDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

let lock: z.infer<typeof lockSchema> | undefined;

function findPlace(packages: z.infer<typeof lockSchema>['packages'], name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (!folder) return undefined;
  }
}

/** `name@version integrity` of the packages and of everything they depend on, from the lockfile, sorted. */
export function lockedPackages(names: Iterable<string>): string[] {
  lock ??= lockSchema.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const { packages } = lock;
  const seen = new Set<string>();
  const queue = [...names].map((name) => findPlace(packages, name, ''));
  for (let place = queue.pop(); queue.length > 0 || place; place = queue.pop()) {
    if (!place || seen.has(place)) continue;
    seen.add(place);
    const entry = packages[place];
    for (const name of Object.keys({ ...entry?.dependencies, ...entry?.peerDependencies })) queue.push(findPlace(packages, name, place));
  }
  return [...seen].sort().map((place) => `${place}@${packages[place]?.version ?? ''} ${packages[place]?.integrity ?? ''}`);
}

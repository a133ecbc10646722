import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../../root.ts';

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

function resolveLocation(packages: z.infer<typeof lockSchema>['packages'], name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const location = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[location]) return location;
    if (!folder) return undefined;
  }
}

/** Whether this is `node_modules/<name>` of the root or a workspace, not nested in another package. */
function isTopLevelLocation(location: string, name: string): boolean {
  return (
    (location === `node_modules/${name}` || location.endsWith(`/node_modules/${name}`)) && location.split('node_modules/').length === 2
  );
}

/** Sorted `name@version integrity` lines from the lockfile for the packages and all their dependencies. */
export function lockedPackages(names: Iterable<string>): string[] {
  lock ??= lockSchema.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const { packages } = lock;
  const seen = new Set<string>();
  // A workspace may install its own version, so include every location the import could resolve to.
  const queue: (string | undefined)[] = [...names].flatMap((name) =>
    Object.keys(packages).filter((location) => isTopLevelLocation(location, name)),
  );
  for (let location = queue.pop(); queue.length > 0 || location; location = queue.pop()) {
    if (!location || seen.has(location)) continue;
    seen.add(location);
    const entry = packages[location];
    for (const name of Object.keys({ ...entry?.dependencies, ...entry?.peerDependencies }))
      queue.push(resolveLocation(packages, name, location));
  }
  return [...seen].sort().map((location) => `${location}@${packages[location]?.version ?? ''} ${packages[location]?.integrity ?? ''}`);
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { readPackage } from '../workspace.ts';
import { root } from '../../root.ts';

/** What an import resolves to: a file of this repository, a package of node_modules, or null for `node:` and `data:` URLs. */
export type Resolved = { file: string } | { packageName: string } | null;

const roomCache = new Map<string, { folder: string; exports: Record<string, string> }>();

function findRoom(name: string): { folder: string; exports: Record<string, string> } {
  let room = roomCache.get(name);
  if (!room) {
    const folder = ['shared', 'deploy', '.']
      .map((parent) => path.join(root, parent, name))
      .find((candidate) => existsSync(path.join(candidate, 'package.json')));
    if (!folder) throw new Error(`There is no workspace @masomo/${name}.`);
    room = { folder, exports: readPackage(folder).exports ?? {} };
    roomCache.set(name, room);
  }
  return room;
}

function resolveRoom(specifier: string): string {
  const [, name = '', ...rest] = specifier.split('/');
  const { folder, exports } = findRoom(name);
  const subpath = rest.length > 0 ? `./${rest.join('/')}` : '.';
  const exact = exports[subpath];
  if (exact) return path.join(folder, exact);
  for (const [pattern, target] of Object.entries(exports)) {
    const [before, after] = pattern.split('*');
    if (before === undefined || after === undefined || !subpath.startsWith(before) || !subpath.endsWith(after)) continue;
    return path.join(folder, target.replace('*', subpath.slice(before.length, subpath.length - after.length)));
  }
  throw new Error(`@masomo/${name} does not export "${subpath}".`);
}

/** Resolves an import as the bundler does, given that relative imports always include the file extension. */
export function resolveImport(specifier: string, importer: string): Resolved {
  if (specifier.startsWith('node:') || specifier.startsWith('data:')) return null;
  if (specifier.startsWith('.')) return { file: path.resolve(path.dirname(importer), specifier.replace(/[?#].*$/, '')) };
  if (specifier.startsWith('@masomo/')) return { file: resolveRoom(specifier) };
  const [scope = '', name] = specifier.split('/');
  return { packageName: scope.startsWith('@') && name ? `${scope}/${name}` : scope };
}

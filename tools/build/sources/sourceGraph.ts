import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FacadeExports } from '@masomo/contracts/release';
import { root } from '../../root.ts';
import { parseSource, type SourceImport } from './parseSource.ts';
import { resolveImport } from './resolveImport.ts';

/** Everything that goes into a bundle. */
export type SourceGraph = {
  /** Content hash by path relative to the root. */
  files: Map<string, string>;
  /** Packages of node_modules imported directly. */
  packages: Set<string>;
  /** Names imported from external modules. */
  externalNames: FacadeExports;
};

type ParsedFile = { hash: string; imports: SourceImport[] };
const parsedFiles = new Map<string, ParsedFile>();

function readSource(file: string, importer: string): ParsedFile {
  if (!existsSync(file)) throw new Error(`${path.relative(root, importer)} imports ${path.relative(root, file)}, which does not exist.`);
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex');
  const cached = parsedFiles.get(file);
  if (cached?.hash === hash) return cached;
  const isSource = /\.(ts|tsx|mjs|js)$/.test(file);
  const fresh = { hash, imports: isSource ? parseSource(file, content.toString('utf8')) : [] };
  parsedFiles.set(file, fresh);
  return fresh;
}

/** Walks the import graph from the entries, without following imports for which `isExternal` holds. */
export function walkSources(entries: readonly string[], isExternal: (specifier: string) => boolean): SourceGraph {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const externalNames = new Map<string, Set<string>>();
  const queue = entries.map((file) => ({ file, importer: file }));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { file, importer } = next;
    const name = path.relative(root, file);
    if (files.has(name)) continue;
    const { hash, imports } = readSource(file, importer);
    files.set(name, hash);
    for (const { specifier, names } of imports) {
      if (isExternal(specifier)) {
        externalNames.set(specifier, new Set([...(externalNames.get(specifier) ?? []), ...names]));
        continue;
      }
      const target = resolveImport(specifier, file);
      if (!target) continue;
      if ('file' in target) queue.push({ file: target.file, importer: file });
      else packages.add(target.packageName);
    }
  }
  return { files, packages, externalNames: toFacadeExports(externalNames) };
}

function toFacadeExports(imported: Map<string, Set<string>>): FacadeExports {
  return Object.fromEntries([...imported].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]));
}

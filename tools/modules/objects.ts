import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { foldersWith } from './access.ts';

const made = /^create (?:or replace )?(?:table|view|function|type) (?:public|private)\.(\w+)/gim;

/** The names of tables, views, functions and types that the schema of a module or an add-on makes -> its folder. */
export const moduleObjects: ReadonlyMap<string, string> = new Map(
  foldersWith('module.ts').flatMap((folder) =>
    globSync(`${folder}/schema/*.sql`, { cwd: root }).flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(made)].map(([, name = '']) => [name, folder] as const),
    ),
  ),
);

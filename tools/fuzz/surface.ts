import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readSchemaFiles } from '../database/schemaFiles.ts';
import { root } from '../root.ts';
import { functionAccess, tableAccess } from '../modules/access.ts';

/** Everything that answers at the one origin. */
export type Surface = {
  tables: readonly string[];
  columns: readonly string[];
  /** Functions of the database with the names of their parameters. */
  functions: readonly (readonly [name: string, parameters: readonly string[]])[];
  edgeFunctions: readonly string[];
};

/** It would end the run: without the demonstration accounts there is nobody to send requests as. */
const leftOut = new Set(['remove_demonstration_data']);

/** Reads tables, functions and edge functions from the sources. */
export async function readSurface(): Promise<Surface> {
  const sql = (await readSchemaFiles()).map((file) => file.sql).join('\n');
  const parametersOf = (name: string) => {
    const [, list = ''] = new RegExp(`create (?:or replace )?function public\\.${name}\\(([^)]*)\\)`).exec(sql) ?? [];
    return list.split(',').flatMap((parameter) => /^\s*(?:in |inout )?(\w+)\s/.exec(parameter)?.[1] ?? []);
  };
  const edge = await readdir(path.join(root, 'supabase/functions'), { withFileTypes: true });
  return {
    tables: Object.keys(tableAccess),
    columns: [
      ...new Set(
        [...sql.matchAll(/^ {2}(\w+) (?:uuid|text|int|bigint|date|timestamptz|numeric|boolean|jsonb)\b/gm)].map(([, name = 'id']) => name),
      ),
    ],
    functions: Object.keys(functionAccess)
      .filter((name) => !leftOut.has(name))
      .map((name) => [name, parametersOf(name)] as const),
    edgeFunctions: edge.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_')).map(({ name }) => name),
  };
}

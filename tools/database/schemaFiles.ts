import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readSupabaseConfig } from '@masomo/local/backend/supabaseConfig';
import { root } from '../root.ts';

/** One file of `supabase/schemas`: its path as config.toml names it, and its SQL. */
export type SchemaFile = { name: string; sql: string };

const supabaseFolder = path.join(root, 'supabase');
const configSchema = z.object({ db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()).min(1) }) }) });

/**
 * The readable source of the database, in the order in which it is applied: `[db.migrations] schema_paths` of config.toml.
 * Throws when that list and the folder do not name the same files.
 */
export async function readSchemaFiles(): Promise<SchemaFile[]> {
  const config = configSchema.parse(await readSupabaseConfig());
  const listed = config.db.migrations.schema_paths.map((name) => path.posix.normalize(name));
  const found = (await readdir(path.join(supabaseFolder, 'schemas'), { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => path.posix.join('schemas', ...name.split(path.sep)));
  const problems = [
    ...found.filter((name) => !listed.includes(name)).map((name) => `supabase/${name} is missing in schema_paths of supabase/config.toml.`),
    ...listed.filter((name) => !found.includes(name)).map((name) => `supabase/config.toml names ${name}, which does not exist.`),
    ...repeated(listed).map((name) => `supabase/config.toml names ${name} twice.`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return Promise.all(listed.map(async (name) => ({ name, sql: await readFile(path.join(supabaseFolder, name), 'utf8') })));
}

/** What must not stand in a schema file: an object that is defined twice, or changed after it was created. One line each. */
export function schemaFileProblems(files: readonly SchemaFile[]): string[] {
  const functions = files.flatMap(({ sql }) => [...sql.matchAll(/^create function ([\w.]+)\(/gm)].map(([, name = '']) => name));
  return [
    ...repeated(functions).map((name) => `${name} has more than one body.`),
    ...files
      .filter(({ sql }) => /^(create or replace|drop )|pg_get_functiondef/m.test(sql))
      .map(({ name }) => `${name} replaces or drops what it could leave out: a schema file says what the database is now.`),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readSupabaseConfig } from '@masomo/local/backend/supabaseConfig';
import { root } from '../root.ts';

/** One file of `supabase/schemas` or of the `schema` of a module or an add-on: its path from `supabase`, and its SQL. */
export type SchemaFile = { name: string; sql: string };

const supabaseFolder = path.join(root, 'supabase');
const configSchema = z.object({ db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()).min(1) }) }) });

/** Files of a pattern in the order of their own names, so that a number in front orders those of all modules. */
const inOrder = (names: readonly string[]) => [...names].sort((a, b) => (path.posix.basename(a) + a < path.posix.basename(b) + b ? -1 : 1));

/**
 * The files in the order in which they are applied: `schema_paths` of config.toml, in which a pattern stands for all files it
 * matches. Throws when a file is listed nowhere or twice, or an entry has no file.
 */
export function orderSchemaFiles(paths: readonly string[], files: readonly string[]): string[] {
  const entries = paths.map((entry) => path.posix.normalize(entry));
  const listed = entries.flatMap((entry) =>
    entry.includes('*') ? inOrder(files.filter((name) => path.posix.matchesGlob(name, entry))) : [entry],
  );
  const problems = [
    ...files.filter((name) => !listed.includes(name)).map((name) => `${name} is missing in schema_paths of supabase/config.toml.`),
    ...listed.filter((name) => !files.includes(name)).map((name) => `supabase/config.toml names ${name}, which does not exist.`),
    ...repeated(listed).map((name) => `supabase/config.toml names ${name} twice.`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return listed;
}

/** The readable source of the database, in the order in which it is applied. */
export async function readSchemaFiles(): Promise<SchemaFile[]> {
  const config = configSchema.parse(await readSupabaseConfig());
  const found = globSync(['supabase/schemas/**/*.sql', '{modules,addons}/*/schema/**/*.sql'], { cwd: root }).map((file) =>
    path.relative(supabaseFolder, path.join(root, file)).split(path.sep).join('/'),
  );
  const listed = orderSchemaFiles(config.db.migrations.schema_paths, found);
  return Promise.all(listed.map(async (name) => ({ name, sql: await readFile(path.join(supabaseFolder, name), 'utf8') })));
}

/** What must not be in a schema file: an object that is defined twice, or changed after it was created. One line each. */
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

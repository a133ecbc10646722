import type pg from 'pg';
import { listObjects } from './copyFiles.ts';

const count = async (client: pg.ClientBase, sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);
const exists = async (client: pg.ClientBase, table: string) =>
  (await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [table])).rows[0]?.known === true;

/** Whether the target has the product's tables yet. Throws one line when it holds anything of anybody. */
export async function assertEmpty(target: pg.ClientBase): Promise<boolean> {
  if (!(await exists(target, 'public.orders'))) {
    const others = await count(
      target,
      "select count(*) as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname = 'public'",
    );
    if (others > 0) throw new Error('The target holds tables of something else. Move to a database of its own.');
    return false;
  }
  for (const [table, what] of [
    ['auth.users', 'accounts'],
    ['public.schools', 'schools'],
    ['public.orders', 'orders'],
    ['public.students', 'students'],
  ] as const) {
    const found = (await exists(target, table)) ? await count(target, `select count(*) as n from ${table}`) : 0;
    if (found > 0)
      throw new Error(`The target is not empty: it has ${found} ${what}. Nothing was changed. Move to a new project or database.`);
  }
  return true;
}

/** Throws one line unless both sides have had the same migrations. */
export async function assertSameMigrations(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const versions = async (client: pg.ClientBase) =>
    (await exists(client, 'supabase_migrations.schema_migrations'))
      ? (await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations order by 1')).rows.map(
          ({ version }) => version,
        )
      : [];
  const [here, there] = await Promise.all([versions(source), versions(target)]);
  const [missing, ahead] = [here.filter((version) => !there.includes(version)), there.filter((version) => !here.includes(version))];
  if (missing.length > 0) throw new Error(`The project lacks ${missing.length} migrations, from ${missing[0]} on. Run: supabase db push`);
  if (ahead.length > 0)
    throw new Error(
      `The project is ahead: it has migration ${ahead[0]}, which this installation lacks. Start this installation once with that version of the product.`,
    );
}

/** The objects that lie in the project already. Throws one line when one of them is not of this installation. */
export async function listUploadedObjects(
  target: pg.ClientBase,
  source: readonly { bucket_id: string; name: string }[],
): Promise<ReadonlySet<string>> {
  const known = new Set(source.map(({ bucket_id, name }) => `${bucket_id}/${name}`));
  const there = (await listObjects(target)).map(({ bucket_id, name }) => `${bucket_id}/${name}`);
  const foreignKey = there.find((key) => !known.has(key));
  if (foreignKey !== undefined)
    throw new Error(`The project's storage is not empty: it holds ${foreignKey}. Nothing was changed. Move to a new project.`);
  return new Set(there);
}

import type pg from 'pg';
import { listObjects } from './copyFiles.ts';

const countRows = async (client: pg.ClientBase, sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);
const exists = async (client: pg.ClientBase, table: string) =>
  (await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [table])).rows[0]?.known === true;

/** Whether the target already has the product's tables. Throws one line when it holds any data. */
export async function assertEmpty(target: pg.ClientBase): Promise<boolean> {
  if (!(await exists(target, 'public.orders'))) {
    const otherTables = await countRows(
      target,
      "select count(*) as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname = 'public'",
    );
    if (otherTables > 0) throw new Error('The target holds tables of another application. Use a dedicated database.');
    return false;
  }
  for (const [table, what] of [
    ['auth.users', 'accounts'],
    ['public.schools', 'schools'],
    ['public.orders', 'orders'],
    ['public.students', 'students'],
  ] as const) {
    const found = (await exists(target, table)) ? await countRows(target, `select count(*) as n from ${table}`) : 0;
    if (found > 0)
      throw new Error(`The target is not empty: it has ${found} ${what}. Nothing was changed. Move to a new project or database.`);
  }
  return true;
}

/** Throws one line unless both sides have the same migrations. */
export async function assertSameMigrations(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const versions = async (client: pg.ClientBase) =>
    (await exists(client, 'supabase_migrations.schema_migrations'))
      ? (await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations order by 1')).rows.map(
          ({ version }) => version,
        )
      : [];
  const [sourceVersions, targetVersions] = await Promise.all([versions(source), versions(target)]);
  const [missing, ahead] = [
    sourceVersions.filter((version) => !targetVersions.includes(version)),
    targetVersions.filter((version) => !sourceVersions.includes(version)),
  ];
  if (missing.length > 0) throw new Error(`The project lacks ${missing.length} migrations, from ${missing[0]} on. Run: supabase db push`);
  if (ahead.length > 0)
    throw new Error(
      `The project is ahead: it has migration ${ahead[0]}, which this installation lacks. Start this installation once with that version of the product.`,
    );
}

/** Keys of the objects that the project already has. Throws one line when one of them does not belong to this installation. */
export async function listUploadedObjects(
  target: pg.ClientBase,
  source: readonly { bucket_id: string; name: string }[],
): Promise<ReadonlySet<string>> {
  const ownKeys = new Set(source.map(({ bucket_id, name }) => `${bucket_id}/${name}`));
  const present = (await listObjects(target)).map(({ bucket_id, name }) => `${bucket_id}/${name}`);
  const foreignKey = present.find((key) => !ownKeys.has(key));
  if (foreignKey !== undefined)
    throw new Error(`The project's storage is not empty: it holds ${foreignKey}. Nothing was changed. Move to a new project.`);
  return new Set(present);
}

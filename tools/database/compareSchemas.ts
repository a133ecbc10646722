import path from 'node:path';
import { openPool, withClient } from '@masomo/local/database/connections';
import { extract } from '@supabase/pg-delta/extract';
import { plan, type Plan } from '@supabase/pg-delta/plan';
import { applyMigrations } from '@masomo/local/database/migrations';
import { describeSqlError } from '@masomo/local/database/sqlError';
import { cloneDatabase, startTestCluster, type TestDatabase } from '@masomo/local/database/testDatabase';
import { root } from '../root.ts';
import { declaredTables, rowStatements, type DeclaredRows } from './declaredRows.ts';
import { tablesWithoutDuties } from './tablesWithoutDuties.ts';
import { readSchemaFiles, schemaFileProblems, type SchemaFile } from './schemaFiles.ts';

export type SchemaComparison = {
  /** What turns the migrated database into the one of the schema files: no actions when they are the same. */
  plan: Plan;
  /** What is left to do after `tryOut`. */
  left: Plan;
  /** Tables that start with other rows, and those rows. */
  rows: string[];
  /** What makes the rows of `declaredTables` those of the schema files. */
  declaredRows: DeclaredRows;
  /** What the schema files may not contain. */
  problems: string[];
  /** Tables of a school that do not say their duties. */
  withoutDuties: string[];
  serverVersion: string;
};

type Options = {
  /** Folder of the migrations; default: the product's. */
  migrations?: string;
  /** Programs of another PostgreSQL. */
  bin?: string;
  /** Default: those of `supabase/schemas`. */
  files?: readonly SchemaFile[];
  /** Makes the SQL of a migration, which is tried on the migrated database before anything is written. */
  tryOut?: (plan: Plan, rows: DeclaredRows) => readonly string[];
};

/** Makes one database from the migrations and one from `supabase/schemas` on a scratch PostgreSQL, and compares their catalogues. */
export async function compareSchemas({
  migrations = path.join(root, 'supabase/migrations'),
  bin,
  files,
  tryOut,
}: Options = {}): Promise<SchemaComparison> {
  const declaration = files ?? (await readSchemaFiles());
  const cluster = await startTestCluster({ migrations: false, ...(bin ? { bin } : {}) });
  try {
    const migrated = await cloneDatabase(cluster.adminUrl);
    const declared = await cloneDatabase(cluster.adminUrl);
    await applyMigrations(migrated.url, migrations);
    await withClient(migrated.url, async (client) => {
      // The runner's own ledger is no part of the product.
      await client.query('drop schema supabase_migrations cascade');
    });
    // One session, as the Supabase CLI applies them: a setting of the first file holds for all.
    await withClient(declared.url, async (client) => {
      for (const { name, sql } of declaration)
        await client.query(sql).catch((error: unknown) => Promise.reject(describeSqlError(`supabase/${name}`, sql, error)));
    });
    const [from, to] = [await readCatalogue(migrated), await readCatalogue(declared)];
    const changes = plan(from.factBase, to.factBase);
    const [byMigrations, bySchemas] = [await readRows(migrated.url), await readRows(declared.url)];
    const rows = differentRows(byMigrations, bySchemas);
    const statements = Object.keys(declaredTables).map((name) => {
      const [before, after] = [byMigrations.get(name) ?? [], bySchemas.get(name) ?? []];
      return rowStatements(name, without(before, after), without(after, before));
    });
    const declaredRows = { before: statements.flatMap(({ before }) => before), after: statements.flatMap(({ after }) => after) };
    let left = changes;
    if (tryOut && changes.actions.length > 0) {
      await withClient(migrated.url, async (client) => {
        for (const sql of tryOut(changes, declaredRows)) await client.query(sql);
      });
      left = plan((await readCatalogue(migrated)).factBase, to.factBase);
    }
    return {
      plan: changes,
      left,
      rows,
      declaredRows,
      problems: schemaFileProblems(declaration),
      withoutDuties: await withClient(declared.url, tablesWithoutDuties),
      serverVersion: to.pgVersion,
    };
  } finally {
    await cluster.stop();
  }
}

async function readCatalogue({ adminUrl }: TestDatabase) {
  const pool = openPool({ connectionString: adminUrl, max: 1 });
  try {
    return await extract(pool);
  } finally {
    await pool.end();
  }
}

/** Tables that tell how their database came about, not what it holds. */
const historyTables = ['public.audit_log', 'public.content_revision'];

/**
 * What every table starts with, by the table's name: its rows as text, sorted. Keys and moments are left out, for each database makes its own.
 */
async function readRows(url: string): Promise<Map<string, string[]>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; made: string[] }>(
      `select format('%I.%I', t.table_schema, t.table_name) as name,
         array(select c.column_name::text from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name
           and c.data_type in ('uuid', 'timestamp with time zone')) as made
       from information_schema.tables t
       where t.table_type = 'BASE TABLE' and (t.table_schema in ('public', 'private') or (t.table_schema, t.table_name) = ('storage', 'buckets'))
         and format('%I.%I', t.table_schema, t.table_name) <> all ($1)`,
      [historyTables],
    );
    const contents = new Map<string, string[]>();
    for (const { name, made } of tables) {
      const { rows } = await client.query<{ row: string }>(`select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`, [
        made,
      ]);
      if (rows.length > 0)
        contents.set(
          name,
          rows.map(({ row }) => row),
        );
    }
    return contents;
  });
}

/** A sentence per table whose first rows differ, and a line for each row that only one of the two databases has. */
function differentRows(migrated: Map<string, string[]>, declared: Map<string, string[]>): string[] {
  return [...new Set([...migrated.keys(), ...declared.keys()])].flatMap((name) => {
    const [byMigrations, bySchemas] = [migrated.get(name) ?? [], declared.get(name) ?? []];
    const lines = [
      ...without(byMigrations, bySchemas).map((row) => `  only by the migrations: ${row}`),
      ...without(bySchemas, byMigrations).map((row) => `  only by the schemas: ${row}`),
    ];
    return lines.length === 0 ? [] : [`${name} does not start with the same rows:`, ...lines];
  });
}

/** The rows of one list that the other has not, where a row may be several times. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}

import path from 'node:path';
import { openPool, withClient } from '@masomo/local/database/connections';
import { extract } from '@supabase/pg-delta/extract';
import { plan, type Plan } from '@supabase/pg-delta/plan';
import { applyMigrations } from '@masomo/local/database/migrations';
import { describeSqlError } from '@masomo/local/database/sqlError';
import { cloneDatabase, startTestCluster, type TestDatabase } from '@masomo/local/database/testDatabase';
import { root } from '../root.ts';
import { readSchemaFiles, schemaFileProblems, type SchemaFile } from './schemaFiles.ts';

export type SchemaComparison = {
  /** What turns the migrated database into the one of the schema files: no actions when they are the same. */
  plan: Plan;
  /** What is left to do after `tryOut`. */
  left: Plan;
  /** Tables that start with another number of rows. */
  rows: string[];
  /** What the schema files may not contain. */
  problems: string[];
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
  tryOut?: (plan: Plan) => readonly string[];
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
    const rows = differentRows(await countRows(migrated.url), await countRows(declared.url));
    let left = changes;
    if (tryOut && changes.actions.length > 0) {
      await withClient(migrated.url, async (client) => {
        for (const sql of tryOut(changes)) await client.query(sql);
      });
      left = plan((await readCatalogue(migrated)).factBase, to.factBase);
    }
    return {
      plan: changes,
      left,
      rows,
      problems: schemaFileProblems(declaration),
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

/** Rows that a table starts with, by its name; empty tables are left out. */
async function countRows(url: string): Promise<Map<string, number>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and (table_schema in ('public', 'private') or (table_schema, table_name) = ('storage', 'buckets'))`,
    );
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      if (rows[0] !== undefined && rows[0].count > 0) counts.set(name, rows[0].count);
    }
    return counts;
  });
}

function differentRows(migrated: Map<string, number>, declared: Map<string, number>): string[] {
  return [...new Set([...migrated.keys(), ...declared.keys()])]
    .filter((name) => migrated.get(name) !== declared.get(name))
    .map(
      (name) => `${name} starts with ${migrated.get(name) ?? 0} rows by the migrations, with ${declared.get(name) ?? 0} by the schemas.`,
    );
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from './connections.ts';
import { splitStatements } from './splitStatements.ts';
import { describeSqlError } from './sqlError.ts';

/** File name of a migration as the Supabase CLI writes it: `<version>_<name>.sql`. */
const migrationFile = /^(?<version>\d+)_(?<name>.+)\.sql$/;

/** First line of a baseline: the last of the migrations whose work it does on an empty database. */
const replacedMigrations = /^-- Replaces every migration up to (?<last>\d+)\./;

const historyTable = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

/**
 * Applies the pending migrations of a folder in order, each in its own transaction, and resolves to their file names.
 * Throws with file, line and PostgreSQL's message; earlier migrations stay applied. Shares the Supabase CLI's history table.
 * A database that has the migrations which a baseline replaces is at that baseline; one that has some of them is refused.
 */
export async function applyMigrations(url: string, dir: string): Promise<string[]> {
  const files = (await readdir(dir)).filter((name) => migrationFile.test(name)).sort();
  return withClient(url, async (client) => {
    // Concurrent starts wait for each other.
    await client.query('select pg_advisory_lock(hashtext($1))', ['supabase_migrations']);
    await client.query(historyTable);
    const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations');
    const appliedVersions = new Set(rows.map(({ version }) => version));
    const applied: string[] = [];
    for (const file of files) {
      const { version = '', name = '' } = migrationFile.exec(file)?.groups ?? {};
      if (appliedVersions.has(version)) continue;
      const sql = await readFile(path.join(dir, file), 'utf8');
      const last = replacedMigrations.exec(sql)?.groups?.['last'];
      if (last !== undefined && appliedVersions.size > 0) await recordBaseline(client, { version, name, last, appliedVersions });
      else await applyMigration(client, { file, version, name, sql });
      appliedVersions.add(version);
      applied.push(file);
    }
    return applied;
  });
}

/** Writes down that a database which has every migration that a baseline replaces is at the baseline. */
async function recordBaseline(
  client: pg.Client,
  { version, name, last, appliedVersions }: { version: string; name: string; last: string; appliedVersions: ReadonlySet<string> },
): Promise<void> {
  if (!appliedVersions.has(last)) {
    throw new Error(
      `This database was made by an earlier version of the product, and lacks migration ${last}. Nothing was changed. ` +
        'Start it once with the last version that has this migration, then with this one.',
    );
  }
  await client.query(
    `with replaced as (delete from supabase_migrations.schema_migrations where version <= $3)
     insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, '{}')`,
    [version, name, last],
  );
}

async function applyMigration(
  client: pg.Client,
  { file, version, name, sql }: { file: string; version: string; name: string; sql: string },
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)', [
      version,
      name,
      splitStatements(sql),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const located = describeSqlError(file, sql, error);
    throw new Error(`Migration ${located.message.replace(/\.?$/, '.')} Nothing of it was applied: correct it and start again.`, {
      cause: error,
    });
  }
  // A migration may change session settings (search_path, role); the next one must not inherit them.
  await client.query('reset all; reset role');
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { splitStatements } from './splitStatements.ts';
import { describeSqlError } from './sqlError.ts';

/** What stands in the ledger of the Supabase CLI, which this one shares: `<version>_<name>.sql`. */
const migrationFile = /^(?<version>\d+)_(?<name>.+)\.sql$/;

const ledger = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

/**
 * Applies the migrations of a folder that the database does not have yet, in order, each in a transaction of its own,
 * and resolves to their file names. Throws one line with file, line and PostgreSQL's message; what came before stays.
 */
export async function applyMigrations(url: string, dir: string): Promise<string[]> {
  const files = (await readdir(dir)).filter((name) => migrationFile.test(name)).sort();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Two starts at once take turns.
    await client.query('select pg_advisory_lock(hashtext($1))', ['supabase_migrations']);
    await client.query(ledger);
    const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations');
    const appliedVersions = new Set(rows.map(({ version }) => version));
    const applied: string[] = [];
    for (const file of files) {
      const { version = '', name = '' } = migrationFile.exec(file)?.groups ?? {};
      if (appliedVersions.has(version)) continue;
      await applyMigration(client, { file, version, name, sql: await readFile(path.join(dir, file), 'utf8') });
      appliedVersions.add(version);
      applied.push(file);
    }
    return applied;
  } finally {
    await client.end();
  }
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
  // A file may have changed the session (search_path, role): the next one starts as clean as on its own.
  await client.query('reset all; reset role');
}

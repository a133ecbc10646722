import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openClient } from '@masomo/local/database/connections';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '@masomo/local/database/migrations';
import { createTestDatabase } from '@masomo/local/database/testDatabase';
import { generateDatabaseTypes } from '@masomo/tools/database/generateTypes.ts';
import { postgres15Folder } from '@masomo/tools/database/postgres15.ts';
import { useDatabase } from './database.ts';

const migrations = path.resolve(import.meta.dirname, '../migrations');
const seed = path.resolve(import.meta.dirname, '../seed');
const database = useDatabase();

describe('the migrations', () => {
  it('change nothing when they run again on top of data', async () => {
    expect(await applyMigrations(database.url, migrations)).toEqual([]);
  });

  it('hold the types the product is compiled with', async () => {
    expect(readFileSync(path.resolve(import.meta.dirname, '../../shared/data/src/database.types.ts'), 'utf8')).toBe(
      await generateDatabaseTypes(),
    );
  });

  if (existsSync(postgres15Folder))
    it('make the same database on PostgreSQL 15', async () => {
      const other = await createTestDatabase({ bin: postgres15Folder, seeds: [seed] });
      const shape = `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema in ('public', 'private') order by 1, 2`;
      const client = await openClient(other.url);
      try {
        expect((await client.query('show server_version')).rows[0]).toMatchObject({ server_version: expect.stringMatching(/^15/) });
        expect((await client.query(shape)).rows).toEqual((await database.owner.query(shape)).rows);
      } finally {
        await client.end();
        await other.drop();
      }
    });

  it('raise a conflict for a wrong state, never a server error', async () => {
    const { rows } = await database.owner.query(
      `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc like '%''55000''%'`,
    );
    expect(rows).toEqual([]);
  });

  // Who did something (`recorded_by`) is left without: accounts are deleted rarely, and each write would pay for the index.
  it('index every reference, so that a delete never walks a table', async () => {
    const { rows } = await database.owner.query(String.raw`
      select conrelid::regclass::text as "table", conname from pg_constraint c
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey))
        and not (select bool_or(attname like '%\_by' or attname in ('author_id', 'actor_id')) from pg_attribute where attrelid = c.conrelid and attnum = any (c.conkey))`);
    expect(rows).toEqual([]);
  });
});

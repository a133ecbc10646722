import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '@masomo/local/database/migrations';
import { useDatabase } from './database.ts';

const migrations = path.resolve(import.meta.dirname, '../migrations');
const database = useDatabase();

describe('the migrations', () => {
  it('change nothing when they run again on top of data', async () => {
    expect(await applyMigrations(database.url, migrations)).toEqual([]);
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

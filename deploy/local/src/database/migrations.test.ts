import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openClient } from './connections.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations } from './migrations.ts';
import { applySeeds } from './seeds.ts';
import { seedFiles } from './seedFiles.ts';
import { cloneDatabase, startTestCluster, type TestCluster, type TestDatabase } from './testDatabase.ts';

let cluster: TestCluster;
let database: TestDatabase;
let client: pg.Client;
let folder: string;
const write = (name: string, sql: string) => {
  mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
  writeFileSync(path.join(folder, name), sql);
};
const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;

beforeAll(async () => {
  cluster = await startTestCluster({ migrations: false });
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'masomo-sql-'));
  database = await cloneDatabase(cluster.adminUrl);
  client = await openClient(database.url);
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('migrations', () => {
  it('are applied once each, in order, and recorded as the Supabase CLI does', async () => {
    write('20260102000000_second.sql', `insert into public.one (id) values (2); select 'a;b';`);
    write('20260101000000_first.sql', 'create table public.one (id int);');
    write('notes.txt', 'not a migration');
    expect(await applyMigrations(database.url, folder)).toEqual(['20260101000000_first.sql', '20260102000000_second.sql']);
    expect(await applyMigrations(database.url, folder)).toEqual([]);
    expect(await query('select count(*)::int as rows from public.one')).toEqual([{ rows: 1 }]);
    expect(await query('select version, name, statements from supabase_migrations.schema_migrations order by version')).toEqual([
      { version: '20260101000000', name: 'first', statements: ['create table public.one (id int)'] },
      { version: '20260102000000', name: 'second', statements: ['insert into public.one (id) values (2)', `select 'a;b'`] },
    ]);
  });

  it('are applied once by two concurrent starts', async () => {
    write('20260101000000_first.sql', 'create table public.one (id int); select pg_sleep(0.1);');
    const applied = await Promise.all([applyMigrations(database.url, folder), applyMigrations(database.url, folder)]);
    expect(applied.flat()).toEqual(['20260101000000_first.sql']);
  });

  it('which a baseline replaces are not applied again: the database is at the baseline', async () => {
    write('20260101000000_first.sql', 'create table public.one (id int);');
    write('20260102000000_second.sql', 'insert into public.one (id) values (2);');
    await applyMigrations(database.url, folder);
    rmSync(path.join(folder, '20260101000000_first.sql'));
    rmSync(path.join(folder, '20260102000000_second.sql'));
    write(
      '20260103000000_baseline.sql',
      '-- Replaces every migration up to 20260102000000.\ncreate table public.one (id int); insert into public.one (id) values (2);',
    );
    write('20260104000000_third.sql', 'insert into public.one (id) values (3);');
    expect(await applyMigrations(database.url, folder)).toEqual(['20260103000000_baseline.sql', '20260104000000_third.sql']);
    expect(await applyMigrations(database.url, folder)).toEqual([]);
    expect(await query('select id from public.one order by id')).toEqual([{ id: 2 }, { id: 3 }]);
    expect(await query('select version from supabase_migrations.schema_migrations order by version')).toEqual([
      { version: '20260103000000' },
      { version: '20260104000000' },
    ]);
  });

  it('which a baseline replaces must all be there', async () => {
    write('20260101000000_first.sql', 'create table public.one (id int);');
    await applyMigrations(database.url, folder);
    rmSync(path.join(folder, '20260101000000_first.sql'));
    write('20260103000000_baseline.sql', '-- Replaces every migration up to 20260102000000.\ncreate table public.one (id int);');
    await expect(applyMigrations(database.url, folder)).rejects.toThrow(
      /lacks migration 20260102000000\. Nothing was changed\. Start it once with the last version/,
    );
    expect(await query('select version from supabase_migrations.schema_migrations')).toEqual([{ version: '20260101000000' }]);
  });

  it('that fail are rolled back, report file, line and reason, and keep earlier migrations', async () => {
    write('20260101000000_first.sql', 'create table public.one (id int);');
    write('20260102000000_broken.sql', 'create table public.two (id int);\n\nselect nonsense();');
    await expect(applyMigrations(database.url, folder)).rejects.toThrow(
      /^Migration 20260102000000_broken\.sql:3: function nonsense\(\) does not exist \(42883\).* correct it and start again\.$/,
    );
    expect(await query(`select to_regclass('public.one') is not null as one, to_regclass('public.two') is not null as two`)).toEqual([
      { one: true, two: false },
    ]);
    write('20260102000000_broken.sql', 'create table public.two (id int);');
    expect(await applyMigrations(database.url, folder)).toEqual(['20260102000000_broken.sql']);
  });

  it('do not leak session settings into the next file', async () => {
    write('20260101000000_first.sql', 'set search_path = auth;');
    write('20260102000000_second.sql', 'create table lands_in_public (id int);');
    await applyMigrations(database.url, folder);
    expect(await query(`select to_regclass('public.lands_in_public') is not null as found`)).toEqual([{ found: true }]);
  });
});

describe('seed files', () => {
  const seed = (shouldLoadDemo: boolean) =>
    applySeeds({ url: database.url, adminUrl: database.adminUrl, files: seedFiles(folder), shouldLoadDemo, demoPassword: 'a password' });
  beforeEach(async () => {
    await client.query('create table public.content (text text)');
    write('supabase/seed/01_content.sql', `insert into public.content values ('content')`);
    write('supabase/seed/02_demo.sql', `insert into public.content values (current_setting('app.demo_password'))`);
  });

  it('run once, the demo data with the configured password', async () => {
    expect(await seed(true)).toEqual({ applied: ['01_content.sql', '02_demo.sql'], hasDemoData: true });
    expect(await seed(true)).toEqual({ applied: [], hasDemoData: true });
    expect(await query('select text from public.content order by text')).toEqual([{ text: 'a password' }, { text: 'content' }]);
  });

  it('are known to the planner at once', async () => {
    await seed(true);
    expect(await query(`select reltuples::integer as rows from pg_class where oid = 'public.content'::regclass`)).toEqual([{ rows: 2 }]);
  });

  it('of a module or an add-on are part of the demo data, after that of the product', async () => {
    write('addons/gate/demo.sql', `insert into public.content select text || ' of the gate' from public.content where text = 'a book'`);
    write('modules/library/demo.sql', `insert into public.content select 'a book' from public.content where text = 'a password'`);
    expect((await seed(true)).applied).toEqual(['01_content.sql', '02_demo.sql', 'modules/library/demo.sql', 'addons/gate/demo.sql']);
    expect(await query(`select text from public.content where text like '%gate'`)).toEqual([{ text: 'a book of the gate' }]);
    write('addons/later/demo.sql', `insert into public.content values ('later')`);
    expect((await seed(true)).applied).toEqual(['addons/later/demo.sql']);
  });

  it('of a module are left out where there is no demo data', async () => {
    write('modules/library/demo.sql', `insert into public.content values ('a book')`);
    expect((await seed(false)).applied).toEqual(['01_content.sql']);
    expect((await seed(true)).applied).toEqual([]);
  });

  it('that were part of an earlier file are not run where that one was', async () => {
    write('supabase/seed/02_demo_usage.sql', `insert into public.content values ('a card')`);
    await seed(true);
    rmSync(path.join(folder, 'supabase/seed/02_demo_usage.sql'));
    write('supabase/seed/02_demo_subscriptions.sql', '-- Was in 02_demo_usage.sql.\nselect 1 / 0');
    write('addons/gate/demo.sql', `-- Was in 02_demo_usage.sql.\ninsert into public.content values ('a card')`);
    expect((await seed(true)).applied).toEqual([]);
    expect(await query(`select text from public.content where text = 'a card'`)).toHaveLength(1);
  });

  it('never add demo data to an installation that started without it', async () => {
    expect(await seed(false)).toEqual({ applied: ['01_content.sql'], hasDemoData: false });
    expect(await seed(true)).toEqual({ applied: [], hasDemoData: false });
    expect(await query('select text from public.content')).toEqual([{ text: 'content' }]);
  });

  it('that fail are retried at the next start', async () => {
    write('supabase/seed/01_content.sql', 'insert into public.content values (1 / 0)');
    await expect(seed(true)).rejects.toThrow('01_content.sql: division by zero (22012)');
    write('supabase/seed/01_content.sql', `insert into public.content values ('content')`);
    expect((await seed(true)).applied).toEqual(['01_content.sql', '02_demo.sql']);
  });
});

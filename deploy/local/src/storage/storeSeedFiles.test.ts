import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openClient } from '../database/connections.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/testDatabase.ts';
import { storeSeedFiles } from './storeSeedFiles.ts';

const seed = path.resolve(import.meta.dirname, '../../../../supabase/seed');
const source = path.join(seed, 'media');
let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase({ seeds: [path.join(seed, '02_demo_site.sql')] });
  client = await openClient(database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-seed-files-'));
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('every demo file is stored once, with the size in its row', async () => {
  const store = () => storeSeedFiles({ url: database.url, source, folder, now: new Date() });
  expect(await store()).toBe((await readdir(source)).length);
  expect(await store()).toBe(0);
  const { rows } = await client.query<{ expected: string; stored: number; version: string }>(`
    select m.file_size as expected, (o.metadata ->> 'size')::int as stored, o.version
    from public.cms_media m join storage.objects o on o.bucket_id = 'cms-media' and o.name = m.file_path where m.is_demo`);
  expect(rows.length).toBe(12);
  for (const { expected, stored, version } of rows) {
    expect(stored).toBe(Number(expected));
    expect((await stat(path.join(folder, version.slice(0, 2), version))).size).toBe(stored);
  }
});

test('a missing file is stored at the next start', async () => {
  await client.query("delete from storage.objects where name = 'media/demo-choir.webp'");
  expect(await storeSeedFiles({ url: database.url, source, folder, now: new Date() })).toBe(1);
});

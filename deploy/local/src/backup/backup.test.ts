import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDataDirectory } from '../host/instanceLock.ts';
import { removeCluster, startPostgres } from '../postgres/index.ts';
import { backUp } from './backUp.ts';
import { restore } from './restore.ts';

let folder: string;
let original: string;
let rowsBefore: unknown;
const log = () => {};
const now = new Date('2026-11-21T06:00:00Z');
const place = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'masomo-backup-'));
  chmodSync(folder, 0o755);
  original = place('original');
  const postgres = await startPostgres({ dataDir: original });
  await using(
    postgres.adminUrl,
    `create table pupils (id int primary key, name text); insert into pupils select n, 'Pupil ' || n from generate_series(1, 2000) n;`,
  );
  mkdirSync(path.join(original, 'files/cms-media'), { recursive: true });
  writeFileSync(path.join(original, 'files/cms-media/photo'), 'a photo');
  writeFileSync(path.join(original, 'secrets.json'), '{}');
  // As a running product: its lock and the address of its database are there, and somebody keeps writing.
  const unlock = lockDataDirectory(original);
  writeFileSync(path.join(original, 'database.url'), postgres.url);
  const writing = using(postgres.adminUrl, `insert into pupils select n, 'Late ' || n from generate_series(2001, 60000) n;`);
  await backUp({ dataDir: original, target: place('running'), now, log });
  await writing;
  unlock();
  await postgres.stop();
  await backUp({ dataDir: original, target: place('stopped'), now, log });
  rowsBefore = await pupilsOf(original);
});
afterAll(() => {
  for (const name of readdirSync(folder)) removeCluster(place(name));
  rmSync(folder, { recursive: true });
});

async function using(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function pupilsOf(dataDir: string) {
  const postgres = await startPostgres({ dataDir });
  try {
    const [row] = await using(
      postgres.adminUrl,
      `select count(*)::int as pupils, md5(string_agg(pupils::text, ',' order by id)) as content from pupils`,
    );
    return row;
  } finally {
    await postgres.stop();
  }
}

describe('a backup', () => {
  it('restored into an empty directory equals the original', async () => {
    const manifest = await restore({ dataDir: place('restored'), source: place('stopped'), replace: false, log });
    expect(manifest.createdAt).toBe('2026-11-21T06:00:00.000Z');
    expect(await pupilsOf(place('restored'))).toEqual(rowsBefore);
    expect(readFileSync(place('restored/files/cms-media/photo'), 'utf8')).toBe('a photo');
    expect(readFileSync(place('restored/secrets.json'), 'utf8')).toBe('{}');
  });

  it('made while somebody writes holds a moment, whole', async () => {
    await restore({ dataDir: place('moment'), source: place('running'), replace: false, log });
    const found = (await pupilsOf(place('moment'))) as { pupils: number };
    // The late pupils came in one transaction: all of them or none.
    expect([2000, 60000]).toContain(found.pupils);
  });

  it('does not overwrite an installation unless told to', async () => {
    const dataDir = place('other');
    const postgres = await startPostgres({ dataDir });
    await postgres.stop();
    await expect(restore({ dataDir, source: place('stopped'), replace: false, log })).rejects.toThrow('holds an installation');
    await restore({ dataDir, source: place('stopped'), replace: true, log });
    expect(await pupilsOf(dataDir)).toEqual(rowsBefore);
  });

  it('that is damaged, or none, is refused before anything changes', async () => {
    const dataDir = place('untouched');
    await expect(restore({ dataDir, source: place('nowhere'), replace: false, log })).rejects.toThrow('is no backup');
    const damaged = place('running/postgres/PG_VERSION');
    writeFileSync(damaged, '17\n');
    await expect(restore({ dataDir, source: place('running'), replace: true, log })).rejects.toThrow(
      `${damaged} is not what was backed up`,
    );
    rmSync(damaged);
    await expect(restore({ dataDir, source: place('running'), replace: true, log })).rejects.toThrow(`${damaged} is missing`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('of another PostgreSQL is refused', async () => {
    const manifest = place('stopped/backup.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"postgres": "\d+"/, '"postgres": "15"'));
    await expect(restore({ dataDir: place('untouched'), source: place('stopped'), replace: false, log })).rejects.toThrow(
      'is of PostgreSQL 15, and this is 18.',
    );
    writeFileSync(manifest, text);
  });

  it('is not written over what exists, nor of nothing', async () => {
    await expect(backUp({ dataDir: original, target: place('stopped'), now, log })).rejects.toThrow('exists and is not empty');
    await expect(backUp({ dataDir: place('never'), target: place('new'), now, log })).rejects.toThrow('nothing to back up');
    expect(existsSync(place('new.unfinished'))).toBe(false);
  });
});

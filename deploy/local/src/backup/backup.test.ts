import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withClient } from '../database/connections.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDataDirectory } from '../host/instanceLock.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { startPostgres } from '../postgres/startPostgres.ts';
import { backUp } from './backUp.ts';
import { restore } from './restore.ts';

let folder: string;
let original: string;
let rowsBefore: unknown;
const log = () => {};
const now = new Date('2026-11-21T06:00:00Z');
const pathOf = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'masomo-backup-'));
  chmodSync(folder, 0o755);
  original = pathOf('original');
  const postgres = await startPostgres({ dataDir: original });
  await query(
    postgres.adminUrl,
    `create table students (id int primary key, name text); insert into students select n, 'Student ' || n from generate_series(1, 2000) n;`,
  );
  mkdirSync(path.join(original, 'files/cms-media'), { recursive: true });
  writeFileSync(path.join(original, 'files/cms-media/photo'), 'a photo');
  writeFileSync(path.join(original, 'secrets.json'), '{}');
  // Simulates a running product: the lock and the database URL exist, and a client keeps writing.
  const unlock = lockDataDirectory(original);
  writeFileSync(path.join(original, 'database.url'), postgres.url);
  const writing = query(postgres.adminUrl, `insert into students select n, 'Late ' || n from generate_series(2001, 60000) n;`);
  await backUp({ dataDir: original, target: pathOf('running'), now, log });
  await writing;
  unlock();
  await postgres.stop();
  await backUp({ dataDir: original, target: pathOf('stopped'), now, log });
  rowsBefore = await digestStudents(original);
});
afterAll(() => {
  for (const name of readdirSync(folder)) removeCluster(pathOf(name));
  rmSync(folder, { recursive: true });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}

async function digestStudents(dataDir: string) {
  const postgres = await startPostgres({ dataDir });
  try {
    const [row] = await query(
      postgres.adminUrl,
      `select count(*)::int as students, md5(string_agg(students::text, ',' order by id)) as content from students`,
    );
    return row;
  } finally {
    await postgres.stop();
  }
}

describe('a backup', () => {
  it('restored into an empty directory equals the original', async () => {
    const manifest = await restore({ dataDir: pathOf('restored'), source: pathOf('stopped'), shouldReplace: false, log });
    expect(manifest.createdAt).toBe('2026-11-21T06:00:00.000Z');
    expect(await digestStudents(pathOf('restored'))).toEqual(rowsBefore);
    expect(readFileSync(pathOf('restored/files/cms-media/photo'), 'utf8')).toBe('a photo');
    expect(readFileSync(pathOf('restored/secrets.json'), 'utf8')).toBe('{}');
  });

  it('made during writes is a consistent snapshot', async () => {
    await restore({ dataDir: pathOf('moment'), source: pathOf('running'), shouldReplace: false, log });
    const found = (await digestStudents(pathOf('moment'))) as { students: number };
    // The late students were inserted in one transaction: all of them or none.
    expect([2000, 60000]).toContain(found.students);
  });

  it('does not overwrite an installation without --replace', async () => {
    const dataDir = pathOf('other');
    const postgres = await startPostgres({ dataDir });
    await postgres.stop();
    await expect(restore({ dataDir, source: pathOf('stopped'), shouldReplace: false, log })).rejects.toThrow('holds an installation');
    await restore({ dataDir, source: pathOf('stopped'), shouldReplace: true, log });
    expect(await digestStudents(dataDir)).toEqual(rowsBefore);
  });

  it('that is damaged or missing is refused before anything changes', async () => {
    const dataDir = pathOf('untouched');
    await expect(restore({ dataDir, source: pathOf('nowhere'), shouldReplace: false, log })).rejects.toThrow('is not a backup');
    const damaged = pathOf('running/postgres/PG_VERSION');
    writeFileSync(damaged, '17\n');
    await expect(restore({ dataDir, source: pathOf('running'), shouldReplace: true, log })).rejects.toThrow(
      `${damaged} has changed since the backup`,
    );
    rmSync(damaged);
    await expect(restore({ dataDir, source: pathOf('running'), shouldReplace: true, log })).rejects.toThrow(`${damaged} is missing`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('of another PostgreSQL is refused', async () => {
    const manifest = pathOf('stopped/backup.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"postgres": "\d+"/, '"postgres": "15"'));
    await expect(restore({ dataDir: pathOf('untouched'), source: pathOf('stopped'), shouldReplace: false, log })).rejects.toThrow(
      'was written by PostgreSQL 15, but this version uses 18.',
    );
    writeFileSync(manifest, text);
  });

  it('is refused for a non-empty target and without an installation', async () => {
    await expect(backUp({ dataDir: original, target: pathOf('stopped'), now, log })).rejects.toThrow('exists and is not empty');
    await expect(backUp({ dataDir: pathOf('never'), target: pathOf('new'), now, log })).rejects.toThrow('nothing to back up');
    expect(existsSync(pathOf('new.unfinished'))).toBe(false);
  });
});

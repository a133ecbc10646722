import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describeSqlError } from './sqlError.ts';

export type SeedOptions = {
  /** Connection of the superuser, who keeps the ledger. */
  adminUrl: string;
  /** Connection of the database's owner, who runs the files. */
  url: string;
  folder: string;
  /** Which files, by the start of their name: `01_` is content of every installation, `02_` the demonstration data. */
  prefix: string;
  demoPassword: string;
};

/** Runs the seed files that this database has not had yet, in one transaction each; resolves to their names. */
export async function applySeeds({ adminUrl, url, folder, prefix, demoPassword }: SeedOptions): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith('.sql')).sort();
  const admin = new pg.Client({ connectionString: adminUrl });
  const owner = new pg.Client({ connectionString: url });
  await Promise.all([admin.connect(), owner.connect()]);
  try {
    await admin.query('create table if not exists masomo_local.seeds (name text primary key, applied_at timestamptz not null default now())');
    const { rows } = await admin.query<{ name: string }>('select name from masomo_local.seeds');
    const done = new Set(rows.map(({ name }) => name));
    const applied: string[] = [];
    for (const file of files) {
      if (done.has(file)) continue;
      const sql = await readFile(path.join(folder, file), 'utf8');
      try {
        await owner.query('begin');
        await owner.query(`select set_config('app.demo_password', $1, true)`, [demoPassword]);
        await owner.query(sql);
        await owner.query('commit');
        // Temporary functions and settings of a file end with it.
        await owner.query('discard all');
      } catch (error) {
        await owner.query('rollback').catch(() => {});
        throw describeSqlError(file, sql, error);
      }
      await admin.query('insert into masomo_local.seeds (name) values ($1)', [file]);
      applied.push(file);
    }
    return applied;
  } finally {
    await Promise.all([admin.end(), owner.end()]);
  }
}

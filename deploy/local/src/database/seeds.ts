import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from './connections.ts';
import { describeSqlError } from './sqlError.ts';

export type SeedOptions = {
  /** Superuser connection, which creates the history table. */
  adminUrl: string;
  /** Owner connection, which runs the seed files. */
  url: string;
  folder: string;
  /** Whether a new installation gets the demo data (`02_…`) besides the initial content (`01_…`). Decided at the first start. */
  shouldLoadDemo: boolean;
  demoPassword: string;
};

const demoPrefix = '02_';
/** Entry in the history table of an installation that started without demo data. */
const declinedMarker = 'without demonstration data';

const historyTable = `
create table if not exists masomo_local.seeds (name text primary key, applied_at timestamptz not null default now());
grant usage on schema masomo_local to postgres;
grant select, insert on masomo_local.seeds to postgres;
`;

export type SeedResult = {
  /** Names of the seed files that were run. */
  applied: string[];
  /** Whether this installation has the demo data. */
  hasDemoData: boolean;
};

/** Runs the pending seed files, each in one transaction together with its entry in the history table. */
export async function applySeeds({ adminUrl, url, folder, shouldLoadDemo, demoPassword }: SeedOptions): Promise<SeedResult> {
  await withClient(adminUrl, (admin) => admin.query(historyTable));
  return withClient(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>('select name from masomo_local.seeds');
    const appliedNames = new Set(rows.map(({ name }) => name));
    if (appliedNames.size === 0 && !shouldLoadDemo) {
      await owner.query('insert into masomo_local.seeds (name) values ($1)', [declinedMarker]);
      appliedNames.add(declinedMarker);
    }
    const isPending = (name: string) =>
      name.endsWith('.sql') && !appliedNames.has(name) && !(appliedNames.has(declinedMarker) && name.startsWith(demoPrefix));
    const files = (await readdir(folder)).filter(isPending).sort();
    for (const file of files) await applySeedFile(owner, file, await readFile(path.join(folder, file), 'utf8'), demoPassword);
    return { applied: files, hasDemoData: !appliedNames.has(declinedMarker) };
  });
}

async function applySeedFile(owner: pg.Client, file: string, sql: string, demoPassword: string): Promise<void> {
  try {
    await owner.query('begin');
    await owner.query('insert into masomo_local.seeds (name) values ($1)', [file]);
    await owner.query(`select set_config('app.demo_password', $1, true)`, [demoPassword]);
    await owner.query(sql);
    await owner.query('commit');
    // Temporary functions and settings of a seed file must not outlive it.
    await owner.query('discard all');
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    throw describeSqlError(file, sql, error);
  }
}

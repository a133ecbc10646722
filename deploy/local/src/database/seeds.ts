import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { withClient } from './connections.ts';
import type { SeedFile } from './seedFiles.ts';
import { describeSqlError } from './sqlError.ts';

export type SeedOptions = {
  /** Superuser connection, which creates the history table. */
  adminUrl: string;
  /** Owner connection, which runs the seed files. */
  url: string;
  files: readonly SeedFile[];
  /** Whether a new installation gets the demo data besides the initial content. Decided at the first start. */
  shouldLoadDemo: boolean;
  demoPassword: string;
};

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

/** Runs the pending seed files, each in one transaction together with its entry in the history table, and collects statistics of them. */
export async function applySeeds({ adminUrl, url, files, shouldLoadDemo, demoPassword }: SeedOptions): Promise<SeedResult> {
  await withClient(adminUrl, (admin) => admin.query(historyTable));
  return withClient(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>('select name from masomo_local.seeds');
    const appliedNames = new Set(rows.map(({ name }) => name));
    if (appliedNames.size === 0 && !shouldLoadDemo) {
      await owner.query('insert into masomo_local.seeds (name) values ($1)', [declinedMarker]);
      appliedNames.add(declinedMarker);
    }
    const hasDemoData = !appliedNames.has(declinedMarker);
    const hasRun = ({ name, wasIn }: SeedFile) => appliedNames.has(name) || (wasIn !== undefined && appliedNames.has(wasIn));
    const pending = files.filter((seed) => !hasRun(seed) && (hasDemoData || !seed.isDemo));
    for (const { name, file } of pending) await applySeedFile(owner, name, await readFile(file, 'utf8'), demoPassword);
    // The planner knows nothing of what was loaded until the first automatic vacuum, minutes later.
    if (pending.length > 0) await withClient(adminUrl, (admin) => admin.query('analyze'));
    return { applied: pending.map(({ name }) => name), hasDemoData };
  });
}

async function applySeedFile(owner: pg.Client, name: string, sql: string, demoPassword: string): Promise<void> {
  try {
    await owner.query('begin');
    await owner.query('insert into masomo_local.seeds (name) values ($1)', [name]);
    await owner.query(`select set_config('app.demo_password', $1, true)`, [demoPassword]);
    await owner.query(sql);
    await owner.query('commit');
    // Temporary functions and settings of a seed file must not outlive it.
    await owner.query('discard all');
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    throw describeSqlError(name, sql, error);
  }
}

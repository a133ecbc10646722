import type pg from 'pg';
import { withClient } from '@masomo/local/database/connections';
import { adminRole, urlFor } from '@masomo/local/database/roles';
import type { Finding } from './measure/benchmark.ts';
import { quantile } from './measure/interleave.ts';
import { openProduct } from '@masomo/tools/browser/openProduct.ts';
import { readSize } from './measure/readSize.ts';

const schools = readSize('BENCH_SCHOOLS', 100_000);
const batches = 60;
const limitMicroseconds = 100;
const feature = 'addon:quick-fees';
const key = (name: string) => `md5('${name}' || n)::uuid`;

export const description =
  'A policy that asks for each row whether an add-on is on, in 100,000 schools with a subscription and a licence each (BENCH_SCHOOLS).';

async function load(database: pg.Client): Promise<void> {
  // Orders behind the licences, sums and logs are not what is measured.
  await database.query('set session_replication_role = replica; set statement_timeout = 0');
  const numbers = `generate_series(1, ${schools}) as n`;
  await database.query(`insert into public.schools (id, name) select ${key('school')}, 'Load school ' || n from ${numbers}`);
  await database.query(`insert into public.subscriptions (school_id, plan_id, started_on, ends_on)
    select ${key('school')}, (select id from public.plans order by position limit 1), private.today() - 100, private.today() + 20 from ${numbers}`);
  await database.query(`insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until, feature)
    select ${key('order')}, ${key('item')}, ${key('school')}, 'addon', 'Quick Fees', 'saas', 1, md5('key' || n), private.today() - 10, private.today() + 100, '${feature}' from ${numbers}`);
  await database.query(`create table public.rows_of_schools as select ${key('school')} as school_id from ${numbers}`);
  await database.query(`alter table public.rows_of_schools add primary key (school_id), enable row level security;
    create policy "Schools that have the add-on" on public.rows_of_schools for select to authenticated using (private.is_entitled(school_id, '${feature}') = 'on');
    grant select on public.rows_of_schools to authenticated`);
  await database.query('analyze public.schools, public.subscriptions, public.licences, public.rows_of_schools');
}

/** Microseconds of a row in each batch of rows of schools far from each other, as a person whom the policy holds for. */
async function timeRows(database: pg.Client): Promise<number[]> {
  const { rows } = await database.query<{ ids: string[] }>(
    `select array_agg(${key('school')}) as ids from generate_series(1, ${schools}, ${Math.max(1, Math.round(schools / 100))}) as n`,
  );
  const ids = rows[0]?.ids ?? [];
  await database.query('set role authenticated');
  const times: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const { rows: plans } = await database.query<{ 'QUERY PLAN': [{ Plan: { 'Actual Rows': number }; 'Execution Time': number }] }>(
      'explain (analyze, format json, timing off) select school_id from public.rows_of_schools where school_id = any ($1)',
      [ids],
    );
    const plan = plans[0]?.['QUERY PLAN'][0];
    if (plan?.Plan['Actual Rows'] !== ids.length) throw new Error(`${plan?.Plan['Actual Rows']} of ${ids.length} rows were seen.`);
    times.push((plan['Execution Time'] * 1000) / ids.length);
  }
  return times;
}

const atMost = (what: string, microseconds: number): Finding => ({
  what,
  measured: `${microseconds.toFixed(0)} µs`,
  limit: `${limitMicroseconds} µs`,
  isWithinLimit: microseconds <= limitMicroseconds,
});

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    const times = await withClient(urlFor(product.databaseUrl, { role: adminRole }), async (database) => {
      await load(database);
      log(`${schools} schools loaded`);
      return timeRows(database);
    });
    return [atMost('one row, median', quantile(times, 0.5)), atMost('one row, p95 of the batches', quantile(times, 0.95))];
  } finally {
    await product.stop();
  }
}

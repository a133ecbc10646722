import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** 100,000 schools with licences, and an add-on's table with 100,000 rows of one of them. */
const database = useDatabase();
const schools = 100_000;
const key = (name: string) => `md5('${name}' || n)::uuid`;

type PlanNode = {
  'Node Type': string;
  'Subplan Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  Filter?: string;
  Plans?: PlanNode[];
};
let admin: pg.Client;
const walk = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walk)];

beforeAll(async () => {
  const { owner } = database;
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  // Orders behind the licences, sums and logs are not what is measured.
  await admin.query('set session_replication_role = replica');
  await owner.query(
    `insert into public.schools (id, name) select ${key('school')}, 'Load school ' || n from generate_series(1, ${schools}) as n`,
  );
  await admin.query(`insert into public.subscriptions (school_id, plan_id, started_on, ends_on)
    select ${key('school')}, (select id from public.plans order by position limit 1), private.today() - 100, private.today() + 20 from generate_series(1, ${schools}) as n`);
  await admin.query(`insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until, feature)
    select ${key('order')}, ${key('item')}, ${key('school')}, 'addon', 'Quick Fees', 'saas', 1, md5('key' || n), private.today() - 10, private.today() + 100, 'addon:quick-fees'
    from generate_series(1, ${schools}) as n`);
  await owner.query(`
    create table public.entitled_rows (school_id uuid not null, number integer not null, primary key (school_id, number));
    alter table public.entitled_rows enable row level security;
    grant select on public.entitled_rows to authenticated;
    create policy "Members see what is switched on" on public.entitled_rows for select to authenticated
      using (school_id = (select private.my_school()) and (select private.is_entitled(private.my_school(), 'addon:thermal-print')) <> 'off');
    insert into public.entitled_rows select s.id, n from public.schools s, generate_series(1, 100000) as n where s.name = 'Greenfield Academy';
  `);
  await owner.query('analyze public.schools, public.subscriptions, public.licences, public.entitled_rows');
}, 120_000);
afterAll(() => admin?.end());

describe('asking what is switched on', () => {
  it('takes less than 0.1 ms with 100,000 schools', async () => {
    const { rows } = await database.owner.query<{ ids: string[] }>(
      `select array_agg(${key('school')}) as ids from generate_series(1, ${schools}, 997) as n`,
    );
    // Short batches, of which some are not interrupted by what else the machine does.
    const perCall: number[] = [];
    for (let batch = 0; batch < 60; batch += 1) {
      const asked = await database.owner.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
        "explain (analyze, format json, timing off) select private.is_entitled(school, 'addon:quick-fees') from unnest($1::uuid[]) as school",
        [rows[0]!.ids],
      );
      perCall.push(asked.rows[0]!['QUERY PLAN'][0]['Execution Time'] / rows[0]!.ids.length);
    }
    expect(Math.min(...perCall), 'milliseconds a call').toBeLessThan(0.1);
    const { rows: states } = await database.owner.query<{ states: string[] }>(
      "select array_agg(distinct private.is_entitled(school, 'addon:quick-fees')::text) as states from unnest($1::uuid[]) as school",
      [rows[0]!.ids],
    );
    expect(states[0]!.states).toEqual(['on']);
  });

  it('is done once for a list of 100,000 rows', async () => {
    await admin.query(`insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, feature)
      select gen_random_uuid(), gen_random_uuid(), id, 'addon', 'Thermal Print', 'saas', 1, 'COST', 'addon:thermal-print' from public.schools where name = 'Greenfield Academy'`);
    const client = await database.connect('teacher@greenfield.test');
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        'explain (analyze, format json, timing off) select count(number) from public.entitled_rows',
      );
      const nodes = walk(rows[0]!['QUERY PLAN'][0].Plan);
      expect(nodes.some((node) => node['Actual Rows'] === 100_000)).toBe(true);
      const asked = nodes.filter((node) => /^InitPlan/.test(node['Subplan Name'] ?? ''));
      expect(asked.length).toBeGreaterThanOrEqual(2);
      expect(asked.map((node) => node['Actual Loops'])).toEqual(asked.map(() => 1));
      expect(nodes.filter((node) => node.Filter?.includes('is_entitled'))).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

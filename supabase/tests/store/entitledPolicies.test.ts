import { expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const rowCount = 100_000;

type PlanNode = {
  'Subplan Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  Filter?: string;
  Plans?: PlanNode[];
};
const walk = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walk)];

it('a policy asks what is switched on once for a list of any length', async () => {
  await database.owner.query(`
    create table public.entitled_rows (school_id uuid not null, number integer not null, primary key (school_id, number));
    alter table public.entitled_rows enable row level security;
    grant select on public.entitled_rows to authenticated;
    create policy "Members see what comes with their plan" on public.entitled_rows for select to authenticated
      using (school_id = (select private.my_school()) and (select private.is_entitled(private.my_school(), 'module:students')) <> 'off');
    insert into public.entitled_rows select s.id, n from public.schools s, generate_series(1, ${rowCount}) as n where s.name = 'Greenfield Academy';
    analyze public.entitled_rows;
  `);
  const nodes = await database.as('teacher@greenfield.test', async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      'explain (analyze, format json, timing off) select count(number) from public.entitled_rows',
    );
    return walk(rows[0]!['QUERY PLAN'][0].Plan);
  });
  expect(nodes.some((node) => node['Actual Rows'] === rowCount)).toBe(true);
  const lookups = nodes.filter((node) => /^InitPlan/.test(node['Subplan Name'] ?? ''));
  expect(lookups.length).toBeGreaterThanOrEqual(2);
  expect(lookups.map((node) => node['Actual Loops'])).toEqual(lookups.map(() => 1));
  expect(nodes.filter((node) => node.Filter?.includes('is_entitled'))).toEqual([]);
});

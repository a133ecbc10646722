import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** docs/states.md against the database's own types and functions, and walked: nobody is held in a state for good. */
const database = useDatabase();

type Edge = { from: string; to: string; by: string };
const machines = new Map<string, Edge[]>();
for (const section of readFileSync(new URL('../../../docs/states.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)) {
  const edges = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, from = '', to = '', by = '']) => ({ from, to, by }))
    .filter(({ from }) => from !== 'from' && !from.startsWith('-'));
  machines.set(section.slice(0, section.indexOf('\n')).trim(), edges);
}
const statesOf = (edges: readonly Edge[]) =>
  [...new Set(edges.flatMap(({ from, to }) => [from, to]).filter((state) => state !== '(end)'))].sort();

it.each([
  ['Orders', 'order_status'],
  ['Payment attempts', 'attempt_status'],
  ['Payments', 'payment_state'],
  ['Refunds', 'refund_status'],
  ['Services', 'fulfilment_state'],
  ['Subscriptions', 'subscription_state'],
])('%s have the states of %s', async (machine, type) => {
  const { rows } = await database.owner.query<{ state: string }>(
    'select e.enumlabel as state from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typname = $1',
    [type],
  );
  expect(statesOf(machines.get(machine) ?? [])).toEqual(rows.map(({ state }) => state).sort());
});

it.each([...machines.keys()])('of %s every state can reach an end, by what exists', async (machine) => {
  const edges = machines.get(machine) ?? [];
  const ending = new Set(['(end)']);
  for (let size = 0; size < ending.size;) {
    size = ending.size;
    for (const { from, to } of edges) if (ending.has(to)) ending.add(from);
  }
  expect(statesOf(edges).filter((state) => !ending.has(state))).toEqual([]);
  const named = [...new Set(edges.flatMap(({ by }) => [...by.matchAll(/`(\w+)`/g)].map(([, name]) => name)))];
  const { rows } = await database.owner.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where not exists (select from pg_proc p where p.proname = name)',
    [named],
  );
  expect(rows).toEqual([]);
});

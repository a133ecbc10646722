import { expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();

it("a demonstration school's licences for an add-on follow one another, under one name, and those of add-ons in use run on", async () => {
  const { rows } = await database.owner.query<{ school: string; feature: string; names: string[]; overlaps: number; days: number }>(
    `select h.name as school, l.feature, array_agg(distinct l.name) as names, max(l.valid_until) - private.today() as days,
       count(*) filter (where exists (select from public.licences o where o.school_id = l.school_id and o.feature = l.feature and o.id <> l.id and (o.order_id is null) = (l.order_id is null)
         and daterange(o.valid_from, o.valid_until, '[]') && daterange(l.valid_from, l.valid_until, '[]')))::integer as overlaps
     from public.licences l join public.schools h on h.id = l.school_id where h.is_demo and l.kind = 'addon' and l.feature is not null group by 1, 2`,
  );
  for (const { school, feature, names, overlaps } of rows)
    expect([school, feature, names.length, overlaps]).toEqual([school, feature, 1, 0]);
  const running = rows.filter(({ school, days }) => school === 'Greenfield Academy' && days > 150).map(({ feature }) => feature);
  for (const name of ['qr-attendance', 'behaviour-records', 'quick-fees', 'thermal-print', 'two-factor'])
    expect(running).toContain(`addon:${name}`);
});

it('the demonstration school with a server of its own shows a licence in each state of its key, and a plan that came with one', async () => {
  type Plan = {
    version: string;
    plan: string;
    state: string;
    offers: { name: string }[];
    licences: { name: string; state: string; is_key: boolean }[];
  };
  const { rows } = await database.as('admin@lakeside.test', (client) =>
    client.query<{ plan: Plan }>('select public.school_plan() as plan'),
  );
  const { licences, offers, ...plan } = rows[0]!.plan;
  expect(plan).toMatchObject({ version: 'standalone', plan: 'Basic', state: 'active' });
  expect(offers.map(({ name }) => name)).toEqual(['Basic', 'Advanced', 'Premium']);
  const statesOf = (name: string) => licences.filter((licence) => licence.name === name).map(({ state, is_key: isKey }) => [state, isKey]);
  expect(statesOf('Quick Fees')).toEqual([['valid', true]]);
  expect(statesOf('Thermal Print')).toEqual([['expired', true]]);
  expect(statesOf('Two-Factor Authenticator')).toEqual([
    ['without-key', false],
    ['expired', false],
    ['expired', false],
  ]);
});

import { beforeAll, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

/** What schools with and without a server of their own may order. */
const database = useDatabase();
type Line = { line: string; id: string; category: string };
let items: Line[];

const quote = (caller: string | null, { line, id }: Pick<Line, 'line' | 'id'>) =>
  refusal(
    database.as(caller, (client) => client.query('select * from public.quote_order($1)', [JSON.stringify([{ [line]: id, quantity: 1 }])])),
  );

beforeAll(async () => {
  await database.owner.query('update public.plans set in_store = true where is_active');
  items = (
    await database.owner.query<Line>(
      `select 'addon_id' as line, id, category from public.addons where name = 'QR Code Attendance'
       union all (select distinct on (category) 'plan_id', id, category from public.plans where is_active)
       union all select 'service_id', id, category from public.services where name in ('Onboarding SaaS', 'Onboarding Standalone')`,
    )
  ).rows;
});

it('sells to a school what is for its version, and both versions to people without a school', async () => {
  expect(items.map(({ line, category }) => `${line} ${category}`).sort()).toEqual(
    ['addon_id', 'plan_id', 'service_id'].flatMap((line) => [`${line} saas`, `${line} standalone`]),
  );
  for (const item of items) {
    const hint = item.category === 'saas' ? 'order.needs_standalone' : 'order.other_version';
    const refused = expect.objectContaining({ hint, detail: 'lines' });
    const cases = { 'admin@lakeside.test': 'standalone', 'teacher@greenfield.test': 'saas', 'admin@greenfield.test': 'saas' };
    for (const [caller, version] of Object.entries(cases))
      expect([item, caller, await quote(caller, item)]).toEqual([item, caller, item.category === version ? null : refused]);
    for (const caller of [superAdmin, null]) expect([item, caller, await quote(caller, item)]).toEqual([item, caller, null]);
  }
});

it('says which version the school has', async () => {
  const messageFor = async (caller: string, category: string) =>
    (
      await quote(
        caller,
        items.find((item) => item.category === category)!,
      )
    )?.message;
  expect(await messageFor('admin@greenfield.test', 'standalone')).toMatch(
    /is for schools with their own server, and yours is hosted by us/,
  );
  expect(await messageFor('admin@lakeside.test', 'saas')).toMatch(/is for schools that we host, and yours has its own server/);
});

it('lets a school prolong an add-on that it has, also one that is not sold for its version', async () => {
  const [quickFees] = (
    await database.owner.query<Pick<Line, 'line' | 'id'>>(
      "select 'addon_id' as line, id from public.addons where name = 'Quick Fees' and is_active",
    )
  ).rows;
  const change = (revokedAt: string) =>
    database.owner.query(`update public.licences set revoked_at = ${revokedAt} where feature = $1`, ['addon:quick-fees']);
  const sold = async () =>
    (await database.as('admin@greenfield.test', (client) => client.query<{ sold: string[] }>('select sold from public.current_identity()')))
      .rows[0]!.sold;
  expect(await quote('admin@greenfield.test', quickFees!)).toBeNull();
  expect(await sold()).toContain('addon:quick-fees');
  await change('now()');
  expect((await quote('admin@greenfield.test', quickFees!))?.hint).toBe('order.other_version');
  expect(await sold()).not.toContain('addon:quick-fees');
  await change('null');
  expect(await quote('admin@greenfield.test', quickFees!)).toBeNull();
});

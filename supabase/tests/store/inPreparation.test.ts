import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const idOf = async (name: string) => String((await owned('select id from public.addons where name = $1 limit 1', [name]))[0]?.['id']);
const quote = (id: string) =>
  database.as(null, (client) => client.query('select * from public.quote_order($1)', [JSON.stringify([{ addon_id: id, quantity: 1 }])]));
const setReady = (id: string, isReady: boolean) =>
  database.as(superAdmin, (client) => client.query('update public.addons set is_ready = $2 where id = $1', [id, isReady]));

describe('an add-on in preparation', () => {
  it('is refused by the price of an order and by the order, in words', async () => {
    const id = await idOf('Quick Fees');
    expect(await refusal(quote(id))).toBeNull();
    await setReady(id, false);
    expect(await refusal(quote(id))).toMatchObject({ hint: 'order.in_preparation', code: 'P0001' });
    const billing = JSON.stringify({ first_name: 'A', last_name: 'B', email: 'a@b.test', phone: '0712345678', institution: 'C' });
    const place = database.as(null, (client) =>
      client.query("select * from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
        billing,
        JSON.stringify([{ addon_id: id, quantity: 1 }]),
      ]),
    );
    expect((await refusal(place))?.hint).toBe('order.in_preparation');
    await setReady(id, true);
    expect(await refusal(quote(id))).toBeNull();
  });

  it('tells everyone who asked when it is ready, once, and forgets them', async () => {
    const id = await idOf('Thermal Print');
    const ask = (email: string) =>
      database.asServer((client) => client.query("select public.tell_when_ready($1, $2, null, 'sw')", [id, email]));
    expect((await refusal(ask('early@school.test')))?.hint).toBe('addon.ready');
    await setReady(id, false);
    for (const email of ['bursar@school.test', 'Bursar@school.test', 'head@school.test']) await ask(email);
    expect((await refusal(ask('nobody')))?.detail).toBe('email');
    await setReady(id, true);
    expect(await owned("select to_address, language from public.mail_outbox where template = 'addon-ready' order by 1")).toEqual([
      { to_address: 'bursar@school.test', language: 'sw' },
      { to_address: 'head@school.test', language: 'sw' },
    ]);
    expect(await owned('select from private.addon_interest')).toEqual([]);
  });

  it('is not said to be on at a school that has bought it', async () => {
    await owned("update private.addon_features set is_built = false where feature = 'addon:multi-branch'");
    await owned(
      `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
       select gen_random_uuid(), s.id, 'addon', 'Multi Branch', 'standalone', 1, gen_random_uuid(), 'addon:multi-branch', private.today() - 1
       from public.schools s where s.name = 'Greenfield Academy'`,
    );
    const { rows } = await database.as('admin@greenfield.test', (client) =>
      client.query<{ name: string; states: string[] }>(
        "select l ->> 'name' as name, array_agg(distinct l ->> 'state') as states from jsonb_array_elements(public.school_plan() -> 'licences') l group by 1",
      ),
    );
    const statesOf = (addon: string) => rows.find(({ name }) => name === addon)?.states;
    expect(statesOf('Multi Branch')).toEqual(['preparing']);
    expect(rows.flatMap(({ states }) => states)).toContain('valid');
    await owned("update private.addon_features set is_built = true where feature = 'addon:multi-branch'");
  });

  it('is every add-on that the product does not have, in an installation of its own', async () => {
    const seed = readFileSync(path.resolve(import.meta.dirname, '../../seed/01_prices.sql'), 'utf8');
    await database.owner.query('begin; delete from public.addons');
    try {
      await database.owner.query(seed);
      const wrong = await owned(
        'select a.name from public.addons a left join private.addon_features f on f.feature = a.feature where a.is_ready is distinct from coalesce(f.is_built, true)',
      );
      expect([wrong, (await owned('select count(*)::integer as n from public.addons'))[0]]).toEqual([[], { n: 14 }]);
    } finally {
      await database.owner.query('rollback');
    }
  });
});

describe('the points of the modules', () => {
  it('are 21 modules in the cloud and 24 on a server, each with points, all translated', async () => {
    const [count] = await owned(
      "select count(*) filter (where 'saas' = any (versions))::integer as saas, count(*) filter (where 'standalone' = any (versions))::integer as standalone from public.modules",
    );
    expect(count).toEqual({ saas: 21, standalone: 24 });
    expect(
      await owned('select key from public.modules m where not exists (select from public.module_points p where p.module = m.key)'),
    ).toEqual([]);
    expect(
      await owned(
        "select key as text from public.modules where translations #>> '{sw,name}' is null union all select text from public.module_points where translations #>> '{sw,text}' is null",
      ),
    ).toEqual([]);
  });

  it('are switched by super admins, which the public pages follow at once', async () => {
    const revision = async () => (await owned('select revision::integer as n from public.content_revision'))[0]?.['n'] as number;
    const before = await revision();
    const flip = (caller: string) =>
      database.as(caller, (client) =>
        client.query("update public.module_points set is_ready = not is_ready where text = 'Half-term dates'"),
      );
    expect((await flip('admin@greenfield.test')).rowCount).toBe(0);
    expect((await flip(superAdmin)).rowCount).toBe(1);
    expect(await revision()).toBeGreaterThan(before);
  });
});

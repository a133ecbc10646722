import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormsTestBed, type FormsTestBed } from './formsTestBed.ts';

/** The seller's server with the list of revoked licences; it hangs up while there is no connection. */
const seller = { list: '', isReachable: false, requestCount: 0 };
const sellerServer = createServer((_request, response) => {
  seller.requestCount += 1;
  if (seller.isReachable) response.end(seller.list);
  else response.destroy();
});
let bed: FormsTestBed;
let admin: { authorization: string };
let school: string;
const code = 'AAAAA-BBBBB-CCCCC-DDDDD';

const owned = async (sql: string, values: unknown[] = []) => (await bed.database.query<Record<string, unknown>>(sql, values)).rows;
const entitled = async () => (await owned("select private.is_entitled($1, 'addon:quick-fees') as state", [school]))[0]?.['state'];
const issue = async (more: object = {}) => (await bed.post('licence-key', { code, ...more })).body;
const enter = async (key: unknown, headers: Record<string, string> = admin) => bed.post('activate-licence', { key }, headers);
const refusal = async (key: unknown) => (await enter(key)).body['error'];
const licence = (columns: string) => owned(`update public.licences set ${columns} where licence_key = $1`, [code]);
const forget = () => owned('delete from public.licences where issued_as is not null');

beforeAll(async () => {
  await new Promise<void>((resolve) => sellerServer.listen(0, '127.0.0.1', resolve));
  const { port } = sellerServer.address() as AddressInfo;
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const signing: JWK = { ...(await exportJWK(privateKey)), kid: 'seller' };
  bed = await createFormsTestBed({
    LICENCE_SIGNING_KEY: JSON.stringify(signing),
    LICENCE_PUBLIC_KEYS: 'own',
    LICENCE_REVOCATIONS_URL: `http://127.0.0.1:${port}/functions/v1/revoked-licences`,
  });
  const account = await bed.account('head@lake.test');
  admin = { authorization: account.authorization };
  [school = ''] = (
    await owned("insert into public.schools (name, version, email) values ('Lake School', 'standalone', 'office@lake.test') returning id")
  ).map(({ id }) => String(id));
  await owned("update public.users set role = 'admin', school_id = $2 where id = $1", [account.id, school]);
  await owned(
    "insert into public.subscriptions (school_id, plan_id, started_on, ends_on) select $1, id, private.today() - 10, private.today() + 100 from public.plans where category = 'standalone' limit 1",
    [school],
  );
  await owned(
    `with o as (insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, institution, customer_email, customer_phone, payment_method, total_amount, net_amount, vat_amount, status, school_id)
       values ('ORD-2027-001', 'MSLAKE', gen_random_uuid(), 'hash', 'Ann Were', 'Lake School', 'ann@lake.test', '0712345678', 'bank', 1999, 1723, 276, 'completed', $1) returning id),
     i as (insert into public.order_items (order_id, kind, addon_id, addon_name, category, price, quantity, net_amount, vat_amount, position)
       select o.id, 'addon', a.id, a.name, a.category, 1999, 1, 1723, 276, 1 from o, public.addons a where a.name = 'Quick Fees' returning id, order_id)
     insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
     select i.order_id, i.id, $1, 'addon', 'Quick Fees', 'standalone', 1, $2, private.today() - 5, private.today() + 115 from i`,
    [school, code],
  );
}, 120_000);
afterAll(async () => {
  await bed?.close();
  sellerServer.close();
});

test('an order alone switches nothing on at a school with a server of its own; its signed key does, without a connection', async () => {
  expect(await entitled()).toBe('off');
  const { key } = await issue();
  expect(await enter(key)).toMatchObject({ status: 200, body: { licence: { name: 'Quick Fees' } } });
  expect(await entitled()).toBe('on');
  expect((await enter(key)).status).toBe(200);
  expect(await owned('select from public.licences where issued_as is not null')).toHaveLength(1);
  expect(seller.requestCount).toBeLessThanOrEqual(1);
});

test('a renewal is a new key, and what it says is added', async () => {
  await owned(
    `with i as (insert into public.order_items (order_id, kind, addon_id, addon_name, category, price, quantity, net_amount, vat_amount, position)
       select order_id, kind, addon_id, addon_name, category, price, quantity, net_amount, vat_amount, 2 from public.order_items where addon_name = 'Quick Fees' limit 1 returning id, order_id)
     insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
     select i.order_id, i.id, $1, 'addon', 'Quick Fees', 'standalone', 1, 'RENEWED', private.today() + 116, private.today() + 236 from i`,
    [school],
  );
  const renewed = (await bed.post('licence-key', { code: 'RENEWED' })).body['key'];
  expect((await enter(renewed)).status).toBe(200);
  expect(await owned('select valid_until - private.today() as days from public.licences where issued_as is not null order by 1')).toEqual([
    { days: 115 },
    { days: 236 },
  ]);
  await owned("delete from public.licences where licence_key = 'RENEWED' or issued_as is not null");
});

test('a key is refused in words: no key, changed, expired, of another school, at a school that runs with the seller', async () => {
  const { key } = await issue();
  const [header, , signature] = String(key).split('.');
  const claims = JSON.parse(Buffer.from(String(key).split('.')[1] ?? '', 'base64url').toString()) as object;
  const changed = `${header}.${Buffer.from(JSON.stringify({ ...claims, until: '2099-12-31' })).toString('base64url')}.${signature}`;
  expect(await refusal('please switch it on')).toMatch(/^This is no licence key/);
  expect(await refusal(changed)).toMatch(/^This key was changed after it was issued/);
  await licence('valid_from = private.today() - 50, valid_until = private.today() - 1');
  expect(await refusal((await issue())['key'])).toMatch(/^This key ended on .*Renew the licence/);
  await licence("valid_until = private.today() + 50, school_id = null, installation = '00000000-0000-4000-8000-000000000001'");
  expect(await refusal((await issue())['key'])).toBe('This key is for Lake School. Enter the key of your own school.');
  await owned("update public.schools set version = 'saas' where id = $1", [school]);
  expect(await refusal(key)).toMatch(/^Your school runs with us/);
  await owned("update public.schools set version = 'standalone' where id = $1", [school]);
  expect(await owned('select from public.licences where issued_as is not null')).toEqual([]);
});

test('a key of a plan moves the subscription without a connection, once, and is refused like any other', async () => {
  const planCode = 'PLAN1-PLAN1-PLAN1-PLAN1';
  const periods = () =>
    owned(
      'select started_on - private.today() as from_day, ends_on - private.today() as until_day from public.subscriptions where school_id = $1 and revoked_at is null order by 1',
      [school],
    );
  const dates = (from: number, until: number) =>
    owned(
      'update public.licences set valid_from = private.today() + $2::integer, valid_until = private.today() + $3::integer where licence_key = $1',
      [planCode, from, until],
    );
  const planKey = async () => (await bed.post('licence-key', { code: planCode })).body['key'];
  // Ordered at the seller, who knows the school by its number only.
  await owned(
    `with i as (insert into public.order_items (order_id, kind, plan_id, addon_name, category, price, quantity, net_amount, vat_amount, position)
       select o.order_id, 'plan', p.id, p.name, 'standalone', 50000, 1, 43103, 6897, 3 from public.plans p, (select order_id from public.order_items where addon_name = 'Quick Fees' limit 1) o
       where p.category = 'standalone' and p.is_active order by p.position limit 1 returning id, order_id, addon_name)
     insert into public.licences (order_id, order_item_id, installation, kind, name, category, quantity, licence_key, valid_from, valid_until)
     select i.order_id, i.id, $1, 'plan', i.addon_name, 'standalone', 1, $2, private.today(), private.today() + 364 from i`,
    [school, planCode],
  );
  await owned('update public.subscriptions set started_on = private.today() - 400, ends_on = private.today() - 100 where school_id = $1', [
    school,
  ]);
  await owned('update public.schools set closed_at = now() where id = $1', [school]);

  await dates(-400, -36);
  expect(await refusal(await planKey())).toMatch(/^This key ended on .*Renew the licence/);
  await dates(0, 364);
  const key = String(await planKey());
  const [header, claims = '', signature] = key.split('.');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const longer = Buffer.from(JSON.stringify({ ...said, until: '2099-12-31' })).toString('base64url');
  expect(await refusal(`${header}.${longer}.${signature}`)).toMatch(/^This key was changed after it was issued/);
  await owned("update public.licences set installation = '00000000-0000-4000-8000-000000000009' where licence_key = $1", [planCode]);
  expect(await refusal(await planKey())).toMatch(/^This key is for Lake School/);
  await owned('update public.licences set installation = $2 where licence_key = $1', [planCode, school]);
  expect(await periods()).toEqual([{ from_day: -400, until_day: -100 }]);

  seller.isReachable = false;
  expect(await enter(key)).toMatchObject({ status: 200 });
  expect((await enter(key)).status).toBe(200);
  expect(await periods()).toEqual([
    { from_day: -400, until_day: -100 },
    { from_day: 0, until_day: 364 },
  ]);
  expect(await owned('select closed_at from public.schools where id = $1', [school])).toEqual([{ closed_at: null }]);

  await owned('select public.apply_revoked_licences(array(select id from public.licences where licence_key = $1))', [planCode]);
  expect(await periods()).toEqual([{ from_day: -400, until_day: -100 }]);
  expect(await refusal(key)).toMatch(/^This key was withdrawn/);
  await owned(
    'update public.subscriptions set started_on = private.today() - 10, ends_on = private.today() + 100 where school_id = $1 and issued_as is null',
    [school],
  );
});

test('a key without a number is for no school', async () => {
  const claims = {
    licence: crypto.randomUUID(),
    name: 'Quick Fees',
    kind: 'addon',
    school: 'Nobody',
    features: ['addon:quick-fees'],
    campuses: 1,
  };
  await expect(owned('select public.activate_licence($1, $2, $3)', [school, JSON.stringify(claims), 'unnumbered'])).rejects.toThrow(
    'This key is for Nobody.',
  );
});

test('a key of an order without a school is bound to the number that is given first', async () => {
  await licence('school_id = null, installation = null');
  expect(await issue()).toMatchObject({ code: 'licence.no_number', field: 'installation' });
  const other = '00000000-0000-4000-8000-000000000002';
  expect(await issue({ installation: school })).toMatchObject({ key: expect.any(String) });
  expect(await issue({ installation: other })).toMatchObject({ code: 'licence.other_number' });
  expect(await bed.post('licence-key', { code: 'GUESS-GUESS-GUESS-GUESS' })).toMatchObject({ status: 400 });
});

test('nobody but an administrator enters keys, and nobody writes the row by themselves', async () => {
  const { key } = await issue();
  const stranger = await bed.account('stranger@lake.test');
  expect((await enter(key, {})).status).toBe(401);
  expect((await enter(key, { authorization: stranger.authorization })).status).toBe(403);
  const rest = (path: string, body: object) =>
    bed.local.backend.rest(
      new Request(`http://localhost:8102/rest/v1/${path}`, {
        method: 'POST',
        headers: { apikey: bed.local.publishableKey, authorization: admin.authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const claims = {
    licence: crypto.randomUUID(),
    name: 'Quick Fees',
    kind: 'addon',
    number: school,
    school: 'Lake',
    features: ['addon:quick-fees'],
  };
  const row = { school_id: school, kind: 'addon', name: 'Quick Fees', category: 'standalone', quantity: 1, licence_key: 'mine' };
  expect((await rest('licences', { ...row, feature: 'addon:quick-fees', issued_as: crypto.randomUUID() })).status).toBe(403);
  expect((await rest('rpc/activate_licence', { school, claims, signed_key: 'mine' })).status).toBeGreaterThanOrEqual(401);
  expect(await entitled()).toBe('off');
});

test('a paid back licence is taken away by the signed list, once there is a connection, and its key is refused from then on', async () => {
  await licence(`school_id = '${school}', installation = null`);
  const { key } = await issue();
  await enter(key);
  // What the worker does every hour.
  const check = async () => {
    await bed.database.query("delete from public.jobs where kind = 'licence-revocations'");
    await bed.database.query("insert into public.jobs (kind, subject) values ('licence-revocations', '')");
    const result = async () =>
      (
        await bed.database.query<{ result: unknown }>(
          "select result from public.jobs where kind = 'licence-revocations' and state = 'done'",
        )
      ).rows[0]?.result;
    await expect.poll(result, { timeout: 20_000 }).toBeDefined();
    return result();
  };
  const list = async () => (await bed.local.backend.functions(new Request('http://localhost:8102/functions/v1/revoked-licences'))).text();
  expect(await check()).toEqual({ checked: false });
  seller.isReachable = true;
  seller.list = await list();
  expect(await check()).toEqual({ checked: true, revoked: 0 });
  expect(await entitled()).toBe('on');
  await licence('revoked_at = now()');
  seller.list = `${(await list()).slice(0, -6)}AAAAAA`;
  expect(await check()).toEqual({ checked: false });
  expect(await entitled()).toBe('on');
  seller.list = await list();
  expect(await check()).toEqual({ checked: true, revoked: 1 });
  expect(await entitled()).toBe('off');
  await forget();
  await licence('revoked_at = null');
  expect(await refusal(key)).toMatch(/^This key was withdrawn/);
});

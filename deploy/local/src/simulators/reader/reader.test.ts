import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testShop.ts';
import { createSimulatedReader } from './simulatedReader.ts';

// Readers over HTTP, through the gateway to the database.
const serial = 'TEST2026000417';
let shop: TestShop;
let school: string;
let reader: string;
const agent = { 'user-agent': 'iClock Proxy/1.09' };
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${shop.origin}/iclock/${path}`, { redirect: 'manual', ...init, headers: { ...agent, ...init.headers } });
const count = async (sql: string) => Number((await shop.rows(`select count(*) as n from ${sql}`))[0]?.['n']);

beforeAll(async () => {
  shop = await openTestShop({ hasDemo: true });
  school = String((await shop.rows("select id from public.schools where name = 'Greenfield Academy'"))[0]?.['id']);
  await shop.rows("delete from public.licences where feature = 'addon:biometrics'");
  await shop.rows(
    `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
     values (gen_random_uuid(), $1, 'addon', 'Biometrics Entry', 'saas', 100, gen_random_uuid(), 'addon:biometrics', private.today() - 1)`,
    [school],
  );
  reader = String(
    (await shop.rows("insert into public.readers (school_id, name, serial) values ($1, 'Gate', $2) returning id", [school, serial]))[0]?.[
      'id'
    ],
  );
  await shop.rows('insert into public.reader_health (reader_id, school_id) values ($1, $2)', [reader, school]);
}, 180_000);
afterAll(() => shop?.close());

const approve = () =>
  shop.rows("update public.readers set state = 'approved', network = '127.0.0.0/8', approved_at = now() where id = $1", [reader]);

describe('a reader', () => {
  it('is told nothing before it is approved, and its call is noted', async () => {
    const response = await call(`cdata?SN=${serial}&options=all&pushver=2.4.1`);
    expect([response.status, await response.text()]).toEqual([403, '']);
    const unknown = await call('cdata?SN=NOBODYKNOWS&options=all');
    expect([unknown.status, await unknown.text()]).toEqual([403, '']);
    expect((await shop.rows('select called_from from public.reader_health where reader_id = $1', [reader]))[0]?.['called_from']).toBe(
      '127.0.0.1',
    );
  });

  it.each(['SN', 'sn'])('is answered in text with the time, without a redirect, a cookie or a page: %s', async (name) => {
    await approve();
    const response = await call(`cdata?${name}=${serial}&options=all`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000);
    expect(await response.text()).toMatch(new RegExp(`^GET OPTION FROM: ${serial}\n`));
    expect(await (await call(`getrequest?SN=${serial}`)).text()).toBe('OK\n');
  });

  it('keeps what it reads while its line is cut, and sends it whole', async () => {
    const simulated = createSimulatedReader(shop.origin, serial);
    simulated.setOff(true);
    await simulated.read('6660', 'in', 60 * 26);
    await simulated.read('6660', 'in', 60 * 2);
    expect(simulated.state().kept).toHaveLength(2);
    simulated.setOff(false);
    await simulated.call();
    expect(simulated.state().kept).toEqual([]);
    expect(await count("public.reader_lines where number = '6660' and state = 'unknown'")).toBe(2);
  });

  it('keeps what was not acknowledged', async () => {
    await shop.rows("update public.readers set state = 'stopped' where id = $1", [reader]);
    const simulated = createSimulatedReader(shop.origin, serial);
    await simulated.read('6661', 'in');
    expect(simulated.state().kept).toHaveLength(1);
    await approve();
    await simulated.call();
    expect(simulated.state().kept).toEqual([]);
  });

  it('does what it is told once it asks', async () => {
    await shop.rows(
      "insert into public.reader_commands (school_id, reader_id, number, command) values ($1, $2, 7, E'DATA UPDATE USERINFO PIN=5\\tName=Ann\\tPri=0')",
      [school, reader],
    );
    const simulated = createSimulatedReader(shop.origin, serial);
    await simulated.call();
    expect(simulated.state().names).toEqual([['5', 'Ann']]);
    expect((await shop.rows('select state from public.reader_commands where reader_id = $1', [reader]))[0]?.['state']).toBe('done');
  });
});

describe('odd calls', () => {
  const pieces = [
    '1041',
    '\t',
    '\n',
    '\r\n',
    '\0',
    '2026-02-30 25:61:00',
    '2026-09-14 06:58:12',
    '\ud800',
    '\u{1f600}',
    'x'.repeat(3_000),
    '-1',
    "'; --",
    'ID=',
    '&Return=',
    '%00',
    '\ufeff',
  ];
  let seed = 20_260_914;
  const pick = (length: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % length;
  };
  const oddBody = () => Array.from({ length: pick(12) }, () => pieces[pick(pieces.length)]).join('');

  it('are never answered with 5xx: 500 bodies', async () => {
    await shop.rows('delete from private.rate_limits');
    const wrong: string[] = [];
    for (let index = 0; index < 500; index += 1) {
      const tables = ['ATTLOG', 'OPERLOG', 'BIODATA', '', 'attlog', '%00', '%ff'];
      const path = ['cdata', 'devicecmd', 'getrequest', 'cdata', 'registry', 'fdata'][pick(6)];
      const query = `SN=${pick(9) === 0 ? '%00%ff' : serial}&table=${tables[pick(tables.length)]}&Stamp=${encodeURIComponent(String(pieces[pick(6)]))}`;
      const bytes = index % 5 === 0 ? Uint8Array.from({ length: pick(400) }, () => pick(256)) : oddBody();
      const response = await call(`${path}?${query}`, { method: 'POST', body: bytes });
      const text = await response.text();
      if (response.status >= 500 || text.includes('<'))
        wrong.push(`${response.status} ${path} ${query} ${JSON.stringify(bytes).slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  it('that are too large are refused', async () => {
    expect((await call(`cdata?SN=${serial}&table=ATTLOG`, { method: 'POST', body: 'x'.repeat(600_000) })).status).toBe(413);
  });
});

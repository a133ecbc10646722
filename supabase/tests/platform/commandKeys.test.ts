import { beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { useApi } from '../access/api.ts';
import { refusal, superAdmin, useDatabase, type Caller } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const teacher = 'teacher@greenfield.test';
let count = 0;
const newKey = () => `test-command-key-${(count += 1)}`;

/** What PostgREST does for a request with this key: the pre-request and the command in one transaction. */
const request = (caller: Caller, key: string | null, command: string) =>
  database.as(caller, async (client: pg.ClientBase) => {
    await client.query("select set_config('request.headers', $1, true)", [JSON.stringify(key ? { 'idempotency-key': key } : {})]);
    await client.query('select private.before_request()');
    return (await client.query<{ result: unknown }>(`select ${command} as result`)).rows[0]?.result;
  });
const settle = (caller: Caller, key: string) => request(caller, null, `public.settle_command('${key}')`);
const write = "public.set_language('sw')";

it('a command whose answer was lost is known as done, and sending it again does nothing', async () => {
  const key = newKey();
  await request(teacher, key, write);
  expect(await settle(teacher, key)).toBe(true);
  expect(await refusal(request(teacher, key, write))).toMatchObject({ code: 'P0001', hint: 'command.already_done' });
  expect(await settle(teacher, key)).toBe(true);
});

it('a command that was refused keeps no key, and one that was given up is never done', async () => {
  const key = newKey();
  expect(await refusal(request(teacher, key, "public.set_language('no such language')"))).toBeDefined();
  expect(await settle(teacher, key)).toBe(false);
  expect(await refusal(request(teacher, key, write))).toMatchObject({ code: 'P0001', hint: 'command.given_up' });
  expect(await settle(teacher, key)).toBe(false);
});

it('the keys of one person say nothing to another', async () => {
  const key = newKey();
  await request(teacher, key, write);
  await request(superAdmin, key, write);
  expect(await settle('admin@greenfield.test', key)).toBe(false);
});

it('nobody is told that a command was not done where keys are not kept', async () => {
  const command = database.as(teacher, async (client) => {
    return (await client.query<{ done: boolean | null }>("select public.settle_command('some-key-of-a-command') as done")).rows[0]!.done;
  });
  expect(await command).toBeNull();
});

it('a read keeps nothing, and neither does a key that is no key', async () => {
  const countKeys = async () =>
    (await database.owner.query<{ n: number }>('select count(*)::int as n from private.command_keys')).rows[0]!.n;
  const before = await countKeys();
  const headers = JSON.stringify({ 'idempotency-key': newKey() });
  await database.as(teacher, async (client) => {
    await client.query('set transaction read only');
    await client.query("select set_config('request.headers', $1, true)", [headers]);
    await client.query('select private.before_request()');
  });
  await request(teacher, 'short', write);
  expect(await settle(teacher, 'short')).toBeNull();
  await request(null, newKey(), 'true');
  expect(await countKeys()).toBe(before);
});

it('asking is limited, so that nobody fills the table by it', async () => {
  const asker = 'parent@greenfield.test';
  await settle(asker, newKey());
  await database.owner.query(
    "update private.rate_limits set hits = 300 where subject = (select 'outcomes for ' || id from auth.users where email = $1)",
    [asker],
  );
  expect(await refusal(settle(asker, newKey()))).toMatchObject({ code: 'PT429', hint: 'request.too_many' });
});

it('keys are kept for two days', async () => {
  const key = newKey();
  await request(teacher, key, write);
  await database.owner.query("update private.command_keys set at = now() - interval '49 hours' where key = $1", [key]);
  await runJob(database, 'limits');
  expect((await database.owner.query('select from private.command_keys where key = $1', [key])).rows).toEqual([]);
});

describe('over HTTP', () => {
  beforeAll(() => database.owner.query("insert into auth.users (id, email) values (gen_random_uuid(), 'visitor@example.test')"));
  const api = useApi(database);

  it('PostgREST keeps the key of a write, refuses it the second time and keeps none of a read', async () => {
    const headers = { 'idempotency-key': newKey() };
    const send = () => api.ask('teacher', 'POST', 'rpc/set_language', { language: 'en' }, headers);
    expect((await send()).status).toBeLessThan(300);
    expect(await api.ask('teacher', 'POST', 'rpc/settle_command', { key: headers['idempotency-key'] })).toMatchObject({ body: true });
    expect(await send()).toMatchObject({ status: 400, hint: 'command.already_done' });
    const read = { 'idempotency-key': newKey() };
    expect((await api.ask('teacher', 'GET', 'subjects?select=id&limit=1', undefined, read)).status).toBe(200);
    expect(await api.ask('teacher', 'POST', 'rpc/settle_command', { key: read['idempotency-key'] })).toMatchObject({ body: false });
    expect(await api.ask('anonymous', 'POST', 'rpc/settle_command', { key: newKey() })).toMatchObject({ status: 401, code: '42501' });
  });
});

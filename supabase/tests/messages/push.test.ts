import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPushDevices, type PushDevices } from '@masomo/local/simulators/push/pushDevices';
import type { Job } from '@masomo/worker/defineJob';
import pushes from '@masomo/worker/jobs/pushes';
import { provideSettings } from '@masomo/worker/provideSettings';
import { declareSender } from '@masomo/worker/push/declareSender';
import { readPushKeys } from '@masomo/worker/push/pushKeys';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [parent, other, teacher] = ['parent@greenfield.test', 'student@greenfield.test', 'teacher@greenfield.test'];
const address = 'http://localhost:8080/_local/push/to/';
const oldKey = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE';
const newKey = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI';
let people: Record<string, string>;
let folder: string;
let devices: PushDevices;
/** What the push service answers instead, once for each. */
const answers: Response[] = [];

const useKeys = async (...keys: string[]) => {
  const settings = { PUSH_PRIVATE_KEYS: keys.join(','), PUSH_TEST_ADDRESS: address };
  provideSettings(settings);
  await declareSender(database.owner, settings);
};
beforeAll(async () => {
  const { rows } = await database.owner.query<{ id: string; email: string }>('select id, email from public.users');
  people = Object.fromEntries(rows.map(({ id, email }) => [email, id]));
  folder = mkdtempSync(path.join(tmpdir(), 'masomo-push-'));
  devices = createPushDevices(path.join(folder, 'push.jsonl'), 'http://localhost:8080');
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body: Uint8Array; headers: Record<string, string> }) => {
    const answer = answers.shift();
    if (answer) return answer;
    const { status } = devices.deliver(url.slice(address.length), Buffer.from(body), headers['Authorization'] ?? null);
    return new Response(null, { status });
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  answers.length = 0;
  await useKeys(oldKey);
  for (const table of ['push_outbox', 'push_devices', 'lost_pushes', 'message_choices', 'quiet_hours'])
    await database.owner.query(`delete from private.${table}`);
});

type Device = { id: string; publicKey: string; secret: string };
const senderKey = (key = oldKey) => readPushKeys(key)[0]!.publicKey;
const add = (email: string, { id, publicKey, secret }: Device, key = senderKey(), endpoint = `${address}${id}`) =>
  database.as(email, (client) =>
    client.query('select public.add_push_device($1, $2, $3, $4, $5)', [endpoint, publicKey, secret, key, 'Android']),
  );
async function turnOn(email: string): Promise<string> {
  const device = devices.make(senderKey());
  await add(email, device);
  return device.id;
}
type State = { sender_key: string; is_lost: boolean; devices: { id: string; is_this: boolean; is_current: boolean }[] };
const stateOf = async (email: string, endpoint: string | null = null) =>
  (await database.as(email, (client) => client.query<{ state: State }>('select public.push_devices($1) as state', [endpoint]))).rows[0]!
    .state;
const choose = (email: string, channel: string, isOn: boolean, topic = 'announcements') =>
  database.as(email, (client) => client.query('select public.choose_message($1, $2, $3)', [topic, channel, isOn]));
const announced = async () =>
  (
    await database.owner.query<{ id: string }>(
      "select id from public.announcements where school_id = (select school_id from public.users where email = $1) and audience @> '{parent,student}' and class_id is null and published_at <= now() and archived_at is null limit 1",
      [parent],
    )
  ).rows[0]!.id;
/** Tells a person of an announcement that they may read, once for each call. */
async function notify(email: string, source?: string): Promise<string> {
  const event = source ?? `announcement/${await announced()}/${crypto.randomUUID()}`;
  await database.owner.query(
    "select private.notify(array[$1]::uuid[], $2, to_jsonb('Closed: 34 of 50'::text), to_jsonb('Amina is ill and owes 5,000.'::text), '/dashboard')",
    [people[email], event],
  );
  return event;
}
const states = async (source: string) =>
  (
    await database.owner.query<{ status: string; last_error: string | null; attempts: number }>(
      'select p.status, p.last_error, p.attempts from private.push_outbox p join public.notifications n on n.id = p.notification_id where n.source = $1',
      [source],
    )
  ).rows;
const mails = async (source: string) =>
  (
    await database.owner.query<{ template: string; status: string }>(
      "select m.template, m.status from public.mail_outbox m join public.notifications n on n.id::text = split_part(m.idempotency_key, '/', 2) where n.source = $1",
      [source],
    )
  ).rows;
const shown = (id: string) =>
  devices
    .list()
    .find((device) => device.id === id)!
    .shown.map(({ payload }) => JSON.parse(payload) as { id: string; title: string; text: string; link: string; language: string });

/** A step of the worker: its transaction ends well, or as when the worker is killed before that. */
async function step(isKilled = false): Promise<void> {
  const job: Job = {
    id: '',
    subject: '',
    school: null,
    args: {},
    reached: null,
    isOver: () => false,
    sql: async (text, values = []) => (await database.owner.query(text, [...values])).rows,
  };
  if (typeof pushes.step === 'string') throw new Error('Pushes are sent by a function.');
  await database.owner.query('begin');
  await pushes.step(job);
  await database.owner.query(isKilled ? 'rollback' : 'commit');
}

describe('a push', () => {
  it('says on every device of the person that there is news, and nothing of what it is', async () => {
    const [phone, computer, elsewhere] = [await turnOn(parent), await turnOn(parent), await turnOn(other)];
    const source = await notify(parent);
    await step();
    expect(await states(source)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
    for (const device of [phone, computer])
      expect(shown(device)).toMatchObject([
        { title: 'Greenfield Academy', text: 'There is a new announcement.', link: '/dashboard', language: 'en' },
      ]);
    expect(shown(elsewhere)).toEqual([]);
    // An identity may have any digits.
    const told = JSON.stringify(shown(phone), (name, value: unknown) => (name === 'id' ? undefined : value));
    expect(told).not.toMatch(/Amina|34|5,000|ill/);
  });

  it('is in the language of the person', async () => {
    const phone = await turnOn(parent);
    await database.owner.query("update public.users set language = 'sw' where email = $1", [parent]);
    await notify(parent);
    await step();
    await database.owner.query('update public.users set language = null where email = $1', [parent]);
    expect(shown(phone)).toMatchObject([{ text: 'Kuna tangazo jipya.', language: 'sw' }]);
  });

  it('follows the choice by topic and quiet hours, also when they change later', async () => {
    const phone = await turnOn(parent);
    await choose(parent, 'push', false);
    expect(await states(await notify(parent))).toEqual([]);
    await choose(parent, 'push', true);
    const off = await notify(parent);
    await choose(parent, 'push', false);
    await step();
    expect(await states(off)).toMatchObject([{ status: 'withdrawn', last_error: 'The person does not want it any more.' }]);
    await choose(parent, 'push', true);
    const read = await notify(parent);
    await database.owner.query('update public.notifications set read_at = now() where source = $1', [read]);
    await step();
    expect(await states(read)).toMatchObject([{ status: 'withdrawn' }]);
    const hour = (offset: number) => new Date(Date.now() + (3 + offset) * 3_600_000).toISOString().slice(11, 16);
    await database.as(parent, (client) => client.query('select public.set_quiet_hours($1, $2)', [hour(-1), hour(2)]));
    const quiet = await notify(parent);
    await step();
    expect(await states(quiet)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    expect(shown(phone)).toEqual([]);
  });

  it('is not sent to who may not read it any more', async () => {
    const phone = await turnOn(parent);
    const source = await notify(parent, `announcement/${crypto.randomUUID()}`);
    await step();
    expect(await states(source)).toMatchObject([
      { status: 'withdrawn', last_error: 'The person may not read it, or works in another school now.' },
    ]);
    expect(shown(phone)).toEqual([]);
  });

  it('of thirty that a kill interrupts is sent for each, and a second time in its own place', async () => {
    const phone = await turnOn(parent);
    const sources = [];
    for (let count = 0; count < 30; count += 1) sources.push(await notify(parent));
    await step(true);
    for (const source of sources) expect(await states(source)).toMatchObject([{ status: 'queued' }]);
    await step();
    for (const source of sources) expect(await states(source)).toMatchObject([{ status: 'sent', attempts: 1 }]);
    expect(new Set(shown(phone).map(({ id }) => id)).size).toBe(30);
  });

  it('is tried again later where the service is down, as late as it asks for', async () => {
    await turnOn(parent);
    const source = await notify(parent);
    answers.push(new Response(null, { status: 503, headers: { 'retry-after': '600' } }));
    await step();
    expect(await states(source)).toMatchObject([{ status: 'queued', attempts: 1, last_error: 'The push service answered 503.' }]);
    const { rows } = await database.owner.query<{ wait: number }>(
      'select extract(epoch from next_attempt_at - now())::float as wait from private.push_outbox',
    );
    expect(rows[0]!.wait).toBeGreaterThan(590);
    await database.owner.query('update private.push_outbox set next_attempt_at = now()');
    await step();
    expect(await states(source)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });
});

describe('a device that its push service has given up', () => {
  it('is never tried again; what was wanted comes by mail, also the next time', async () => {
    const phone = await turnOn(parent);
    devices.remove(phone);
    const [first, unasked] = [await notify(parent), await notify(other)];
    await step();
    expect(await states(first)).toMatchObject([{ status: 'failed', last_error: 'The push service answered 410.' }]);
    expect(await mails(first)).toEqual([{ template: 'notice-announcements', status: 'queued' }]);
    expect(await stateOf(parent)).toMatchObject({ is_lost: true, devices: [] });
    const second = await notify(parent);
    expect(await states(second)).toEqual([]);
    expect(await mails(second)).toHaveLength(1);
    await database.owner.query('select public.claim_mails(100)');
    expect(await mails(second)).toMatchObject([{ status: 'sending' }]);
    await turnOn(parent);
    expect((await stateOf(parent)).is_lost).toBe(false);
    expect(await mails(await notify(parent))).toEqual([]);
    expect(await mails(unasked)).toEqual([]);
  });

  it('leaves the others, of which one is enough', async () => {
    const [gone, there] = [await turnOn(parent), await turnOn(parent)];
    devices.remove(gone);
    const source = await notify(parent);
    await step();
    expect((await states(source)).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent']);
    expect(await mails(source)).toEqual([]);
    expect(shown(there)).toHaveLength(1);
    expect(await stateOf(parent)).toMatchObject({ is_lost: false, devices: [{}] });
  });
});

describe('a device', () => {
  it('is of the person who turned messages on last', async () => {
    const device = devices.make(senderKey());
    await add(parent, device);
    const before = await notify(parent);
    await add(other, device);
    await step();
    expect(await states(before)).toMatchObject([{ status: 'withdrawn', last_error: 'The device does not take messages any more.' }]);
    expect(shown(device.id)).toEqual([]);
    expect((await stateOf(parent)).devices).toEqual([]);
    expect((await stateOf(other, `${address}${device.id}`)).devices).toMatchObject([{ is_this: true, is_current: true }]);
  });

  it('ends with its session and with the account', async () => {
    const id = 'b7b0b7f2-6f63-4f6b-9a7c-7a3c0f7a1d11';
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await database.owner.query("insert into auth.users (id, email) values ($1, 'pushed@greenfield.test')", [id]);
    await database.owner.query('insert into auth.sessions (id, user_id) values ($1, $3), ($2, $3)', [one, two, id]);
    await database.owner.query(
      "insert into private.push_devices (user_id, session_id, endpoint, public_key, secret, sender_key, device) values ($1, $2, 'https://a.test/1', '', '', '', ''), ($1, $3, 'https://a.test/2', '', '', '', '')",
      [id, one, two],
    );
    const left = async () => (await database.owner.query('select from private.push_devices where user_id = $1', [id])).rowCount;
    await database.owner.query('delete from auth.sessions where id = $1', [one]);
    expect(await left()).toBe(1);
    await database.owner.query('delete from auth.users where id = $1', [id]);
    expect(await left()).toBe(0);
  });

  it('is turned off by its person alone', async () => {
    await turnOn(parent);
    const [device] = (await stateOf(parent)).devices;
    const remove = async (email: string) =>
      (
        await database.as(email, (client) =>
          client.query<{ removed: boolean }>('select public.remove_push_device($1) as removed', [device!.id]),
        )
      ).rows[0]!.removed;
    expect(await remove(teacher)).toBe(false);
    expect(await remove(parent)).toBe(true);
    expect((await stateOf(parent)).devices).toEqual([]);
  });

  it('is at the push service of a browser, and nowhere else', async () => {
    const device = devices.make(senderKey());
    const at = (endpoint: string) => refusal(add(parent, device, senderKey(), endpoint));
    for (const endpoint of [
      'https://evil.example/fcm.googleapis.com/send',
      'https://fcm.googleapis.com.evil.example/send/1',
      'https://me@evil.example/.push.apple.com/1',
      'http://fcm.googleapis.com/fcm/send/1',
      'https://fcm.googleapis.com:8443/fcm/send/1',
      'https://127.0.0.1/send',
      'http://localhost:8080/rest/v1/users',
    ])
      expect([endpoint, (await at(endpoint))?.hint]).toEqual([endpoint, 'push.unknown_service']);
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/a:b-c_d',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
      'https://web.push.apple.com/QGuQ',
      'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d',
    ])
      expect([endpoint, (await at(endpoint))?.hint]).toEqual([endpoint, undefined]);
    expect((await refusal(add(parent, { ...device, secret: 'short' })))?.hint).toBe('push.unknown_service');
    expect((await refusal(add(parent, device, senderKey(newKey))))?.hint).toBe('push.other_key');
  });
});

describe('a new key of the sender', () => {
  it('loses no device while the old one stays beside it, and is then taken by each', async () => {
    const phone = await turnOn(parent);
    await useKeys(newKey, oldKey);
    expect(await stateOf(parent, `${address}${phone}`)).toMatchObject({
      sender_key: senderKey(newKey),
      devices: [{ is_this: true, is_current: false }],
    });
    await notify(parent);
    await step();
    expect(shown(phone)).toHaveLength(1);
  });

  it('without the old one has what was wanted come by mail', async () => {
    await turnOn(parent);
    await useKeys(newKey);
    const source = await notify(parent);
    await step();
    expect(await mails(source)).toHaveLength(1);
    expect(await stateOf(parent)).toMatchObject({ is_lost: true, devices: [] });
  });

  it('that is none offers nothing', async () => {
    await declareSender(database.owner, {});
    expect(await stateOf(parent)).toBeNull();
  });
});

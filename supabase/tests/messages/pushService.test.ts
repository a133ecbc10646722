import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPushKeys } from '@masomo/worker/push/pushKeys';
import { sendPush } from '@masomo/worker/push/sendPush';
import { openMessage } from '@masomo/local/simulators/push/openMessage';
import { createPushDevices, type PushDevices } from '@masomo/local/simulators/push/pushDevices';
import { pushPages } from '@masomo/local/simulators/push/pushPages';

const origin = 'http://localhost:8080';
let folder: string;
let devices: PushDevices;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'masomo-push-'));
  devices = createPushDevices(path.join(folder, 'push.jsonl'), origin);
  const pages = () => pushPages(devices, origin);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname } = new URL(address);
    return pages().fetch(new Request(`${origin}${pathname.slice('/_local'.length)}`, init));
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

// Two private keys of P-256 that are nobody's.
const [keys, others] = readPushKeys('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE, AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI');
if (!keys || !others) throw new Error('Both are keys.');
const payload = { title: 'Greenfield Academy', text: 'Kuna tangazo jipya – “kesho”.', link: '/dashboard' };
const make = (senderKey = keys.publicKey) => {
  const { id, publicKey, secret } = devices.make(senderKey);
  return { id, publicKey, secret, endpoint: `${origin}/_local/push/to/${id}` };
};
const send = (device: ReturnType<typeof make>, sender = keys, what: object = payload) =>
  sendPush(device, sender, 'mailto:a@school.test', what);
const shownBy = (id: string) =>
  devices
    .list()
    .find((device) => device.id === id)
    ?.shown.map((message) => JSON.parse(message.payload));

describe('a push', () => {
  it('is read by the device that it is for', async () => {
    const device = make();
    expect(await send(device)).toEqual({ outcome: 'sent' });
    expect(shownBy(device.id)).toEqual([payload]);
  });

  it('is read by no other device, from no other sender', async () => {
    const [device, other] = [make(), make()];
    expect(await send({ ...device, secret: other.secret })).toMatchObject({ outcome: 'failed', isFinal: true });
    expect(await send(device, others)).toMatchObject({ outcome: 'failed', isFinal: false, reason: 'The push service answered 403.' });
    expect(shownBy(device.id)).toEqual([]);
  });

  it('is over for a device whose browser was deleted', async () => {
    const device = make();
    devices.remove(device.id);
    expect(await send(device)).toEqual({ outcome: 'gone', reason: 'The push service answered 410.' });
    expect(await send({ ...device, endpoint: `${origin}/_local/push/to/nobody` })).toMatchObject({ outcome: 'gone' });
  });

  it('that is too long is refused for good', async () => {
    expect(await send(make(), keys, { text: 'x'.repeat(5_000) })).toMatchObject({ outcome: 'failed' });
  });
});

it('the devices and what they showed are there after a restart', async () => {
  const device = make();
  await send(device);
  const again = createPushDevices(path.join(folder, 'push.jsonl'), origin);
  expect(again.list().find(({ id }) => id === device.id)?.shown).toHaveLength(1);
});

// The example of RFC 8291, appendix A.
it('opens the message of the standard', () => {
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const device = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    secret: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  expect(openMessage(Buffer.from(message, 'base64url'), device)).toBe('When I grow up, I want to be a watermelon');
});

it.each(['', 'not a key!', ' , '])('keys that are none are refused or absent: "%s"', (setting) => {
  if (setting.includes('!')) expect(() => readPushKeys(setting)).toThrow('PUSH_PRIVATE_KEYS');
  else expect(readPushKeys(setting)).toEqual([]);
});

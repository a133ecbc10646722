// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataError, provideDb } from '@masomo/data';
import { sessionStore } from '@masomo/auth';
import { fakeDb, signedInAs } from '@masomo/testing';
import { createOutbox } from './createOutbox.ts';

class FakeChannel extends EventTarget {
  static opened: FakeChannel[] = [];
  sent: unknown[] = [];
  constructor() {
    super();
    FakeChannel.opened.push(this);
  }
  postMessage(data: unknown) {
    this.sent.push(data);
  }
  close() {}
}

const signIn = (id: string) => sessionStore.set(signedInAs('teacher', { id, schoolId: 'h1' }));

beforeEach(() => {
  FakeChannel.opened = [];
  provideDb(async () => fakeDb(() => ({ status: 500, body: {} })).db);
  localStorage.clear();
  signIn('me');
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => vi.unstubAllGlobals());

type Loan = { owner: string; school?: string; book: string; isSent?: boolean };
const loan = (book: string) => ({ owner: 'me', school: 'h1', book });

function outboxWith(send: (waiting: readonly Loan[]) => Promise<void> = async () => undefined) {
  return createOutbox<Loan>({
    name: crypto.randomUUID(),
    keyPath: ['owner', 'book'],
    isWaiting: ({ isSent }) => !isSent,
    async send(waiting, outbox) {
      await send(waiting);
      await outbox.update(waiting.slice(0, 1), (sent) => ({ ...sent, isSent: true }), 'delivered');
    },
  });
}

it('sends what a person entered in its order until nothing is waiting', async () => {
  const sent: string[] = [];
  const outbox = outboxWith(async ([first]) => void sent.push(first?.book ?? ''));
  await outbox.add([loan('Kigogo'), loan('Blossoms')]);
  await outbox.add([loan('Chozi'), loan('Kigogo')]);
  await outbox.flush('me');
  expect(sent).toEqual(['Kigogo', 'Blossoms', 'Chozi']);
  expect((await outbox.list('me')).every(({ isSent }) => isSent)).toBe(true);
});

it('keeps what the server refuses, and says why', async () => {
  const outbox = outboxWith(() => Promise.reject(new DataError('not-allowed', 'The licence has expired.', { code: 'addon.expired' })));
  await outbox.add([loan('Kigogo')]);
  await outbox.flush('me');
  expect(outbox.sending.get()).toMatchObject({ isSending: false, isUnreachable: false, problem: 'The licence has expired.' });
  expect(await outbox.list('me')).toEqual([loan('Kigogo')]);
});

it('keeps what could not reach the server, and sends it later', async () => {
  let isReachable = false;
  const outbox = outboxWith(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
  });
  await outbox.add([loan('Kigogo')]);
  await outbox.flush('me');
  expect(outbox.sending.get()).toEqual({ isSending: false, isUnreachable: true, problem: null });
  isReachable = true;
  await outbox.flush('me');
  expect(outbox.sending.get().isUnreachable).toBe(false);
  expect((await outbox.list('me')).map(({ isSent }) => isSent)).toEqual([true]);
});

it('does not send what still waits after it was sent, until somebody asks again', async () => {
  const send = vi.fn(async () => undefined);
  const outbox = createOutbox<Loan>({
    name: crypto.randomUUID(),
    keyPath: ['owner', 'book'],
    isWaiting: () => true,
    send,
  });
  await outbox.add([loan('Kigogo')]);
  await outbox.flush('me');
  expect(send).toHaveBeenCalledTimes(1);
  expect(outbox.sending.get()).toEqual({ isSending: false, isUnreachable: true, problem: null });
  await outbox.flush('me');
  expect(send).toHaveBeenCalledTimes(2);
});

it('merges an item with the one that waits under the same key', async () => {
  const outbox = createOutbox<Loan>({
    name: crypto.randomUUID(),
    keyPath: ['owner', 'book'],
    isWaiting: () => true,
    merge: (item, earlier) => ({ ...earlier, ...item }),
    send: async () => undefined,
  });
  await outbox.add([{ ...loan('Kigogo'), isSent: true }]);
  await outbox.add([loan('Kigogo')]);
  expect(await outbox.list('me')).toEqual([{ ...loan('Kigogo'), isSent: true }]);
});

it('what another tab has sent leaves the screen only after the server was read', async () => {
  const outbox = outboxWith();
  const order: string[] = [];
  let finish: () => void = () => undefined;
  outbox.onDelivered(() => {
    order.push('server is read');
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  outbox.onChange(async () => void order.push('outbox is read'));
  FakeChannel.opened[0]?.dispatchEvent(new MessageEvent('message', { data: 'delivered' }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(order).toEqual(['server is read']);
  finish();
  await expect.poll(() => order).toEqual(['server is read', 'outbox is read']);
});

it('a read that fails keeps nothing from being shown', async () => {
  const outbox = outboxWith();
  const listener = vi.fn(async () => undefined);
  outbox.onDelivered(() => Promise.reject(new Error('offline')));
  outbox.onChange(listener);
  FakeChannel.opened[0]?.dispatchEvent(new MessageEvent('message', { data: 'delivered' }));
  await expect.poll(() => listener.mock.calls.length).toBe(1);
});

it('tells the other tabs what happened', async () => {
  const outbox = outboxWith();
  await outbox.add([loan('Kigogo')]);
  await outbox.flush('me');
  expect(FakeChannel.opened[0]?.sent).toEqual(['changed', 'delivered']);
});

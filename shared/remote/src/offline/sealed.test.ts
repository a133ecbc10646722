// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { openDB } from 'idb';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { clearPersonalStorage, forgetOutboxKey, personalStorage } from '@masomo/domain/personalStorage';
import { fakeDb, signedInAs } from '@masomo/testing';
import { createOutbox } from './createOutbox.ts';
import { oldDatabase } from './oldStores.ts';
import { countUnsent, discardUnsent, openSealed } from './sealedStore.ts';
import { createSealer } from './sealer.ts';

type Loan = { owner: string; school?: string; book: string; isSent?: boolean };

let isOnline = true;
let me: string;
const other = 'somebody-else';
const signIn = (id: string, schoolId = 'h1') => sessionStore.set(signedInAs('teacher', { id, schoolId }));
const loan = (book: string) => ({ owner: me, school: 'h1', book });

function loans(name: string = crypto.randomUUID(), old?: string) {
  return createOutbox<Loan>({
    name,
    keyPath: ['owner', 'book'],
    isWaiting: ({ isSent }) => !isSent,
    isSent: ({ isSent }) => isSent === true,
    ...(old ? { old: oldDatabase<Loan>(old, 'loans') } : {}),
    async send(waiting, outbox) {
      if (!isOnline) throw new TypeError('Failed to fetch');
      await outbox.update(waiting, (item) => ({ ...item, isSent: true }), 'delivered');
    },
  });
}

beforeEach(() => {
  isOnline = true;
  me = crypto.randomUUID();
  provideDb(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return fakeDb(() => ({ status: 500, body: {} })).db;
  });
  localStorage.clear();
  signIn(me);
});

const everything = async () => {
  const items = await (await openSealed()).getAll('items');
  return items.map((item) => ({ ...item, sealed: new TextDecoder().decode(item.sealed) }));
};

it('keeps nothing of what was typed in the clear', async () => {
  await loans().add([loan('Kigogo')]);
  const stored = (await everything()).filter(({ owner }) => owner === me);
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain('Kigogo');
});

it('is read by nobody who signs in after its person, and is there again when they are back', async () => {
  const outbox = loans();
  await outbox.add([loan('Kigogo')]);
  clearPersonalStorage();
  signIn(other);
  await expect(outbox.list(me)).rejects.toThrow('Only the person who typed this');
  await outbox.prepare(other);
  expect(await outbox.list(other)).toEqual([]);
  expect(localStorage.getItem(personalStorage.outboxKey)).not.toContain(me);
  clearPersonalStorage();
  signIn(me);
  expect(await outbox.list(me)).toEqual([loan('Kigogo')]);
});

it('works on without a connection in a page that is opened later, and not before its key was there', async () => {
  await loans().prepare(me);
  isOnline = false;
  const outbox = loans();
  await outbox.add([loan('Kigogo')]);
  expect(await outbox.list(me)).toEqual([loan('Kigogo')]);
  clearPersonalStorage();
  await expect(outbox.add([loan('Blossoms')])).rejects.toMatchObject({ kind: 'unavailable' });
});

it('forgets the key of everybody but the one who is there', async () => {
  await loans().prepare(me);
  forgetOutboxKey(me);
  expect(localStorage.getItem(personalStorage.outboxKey)).toContain(me);
  forgetOutboxKey(other);
  expect(localStorage.getItem(personalStorage.outboxKey)).toBeNull();
});

it('opens nothing that was changed, put under another name or sealed with another key', async () => {
  const key = new Uint8Array(32).fill(7);
  const sealer = await createSealer(key, 'me loans');
  const sealed = sealer.seal({ book: 'Kigogo' });
  expect(sealer.open(sealed)).toEqual({ book: 'Kigogo' });
  expect(sealer.seal({ book: 'Kigogo' })).not.toEqual(sealed);
  expect((await createSealer(key, 'somebody-else loans')).open(sealed)).toBeUndefined();
  expect((await createSealer(new Uint8Array(32), 'me loans')).open(sealed)).toBeUndefined();
  sealed[30]! ^= 1;
  expect(sealer.open(sealed)).toBeUndefined();
});

it('counts what the server lacks, at every school, and discards it', async () => {
  const outbox = loans();
  await outbox.add([loan('Kigogo')]);
  await outbox.flush(me);
  await outbox.add([loan('Blossoms')]);
  signIn(me, 'h2');
  await outbox.add([{ owner: me, book: 'Chozi' }]);
  expect((await outbox.list(me)).map(({ book }) => book)).toEqual(['Chozi']);
  expect(await countUnsent(me)).toBe(2);
  await discardUnsent(me);
  expect(await countUnsent(me)).toBe(0);
  signIn(me);
  expect((await outbox.list(me)).map(({ book }) => book)).toEqual(['Kigogo']);
});

it('leaves no half of what did not fit', async () => {
  const outbox = loans();
  await outbox.add([loan('Kigogo')]);
  await expect(
    outbox.update([loan('Kigogo')], () => {
      throw new Error('full');
    }),
  ).rejects.toThrow('full');
  expect(await outbox.list(me)).toEqual([loan('Kigogo')]);
});

it('takes over what an earlier release keeps, also what it writes later, and leaves other people’s there', async () => {
  const name = crypto.randomUUID();
  const old = await openDB(name, 3, {
    upgrade: (database) => void database.createObjectStore('loans', { keyPath: ['owner', 'book'] }).createIndex('owner', 'owner'),
  });
  await old.put('loans', loan('Kigogo'));
  await old.put('loans', { owner: other, book: 'Blossoms' });
  const outbox = loans(name, name);
  await outbox.list(me);
  await expect.poll(() => outbox.list(me)).toEqual([loan('Kigogo')]);
  await expect.poll(() => old.getAll('loans')).toEqual([{ owner: other, book: 'Blossoms' }]);

  // The tab of the earlier release is still open: it writes to its own store, and tells the others so.
  await old.put('loans', loan('Chozi'));
  const channel = new BroadcastChannel(name);
  channel.postMessage('changed');
  await expect.poll(async () => (await outbox.list(me)).map(({ book }) => book)).toEqual(['Kigogo', 'Chozi']);
  channel.close();
  await old.put('loans', loan('Walenisi'));
  await outbox.flush(me);
  expect((await outbox.list(me)).map(({ book, isSent }) => [book, isSent])).toEqual([
    ['Kigogo', true],
    ['Chozi', true],
    ['Walenisi', true],
  ]);
  old.close();
});

it('makes no database where an earlier release had none', async () => {
  const name = crypto.randomUUID();
  await loans(name, name).flush(me);
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
});

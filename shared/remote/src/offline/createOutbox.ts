import type { IDBPDatabase } from 'idb';
import { sessionStore } from '@masomo/auth';
import { asDataError } from '@masomo/data';
import { createStore, type Store } from '@masomo/domain/createStore';
import { withTabLock } from '@masomo/domain/tabLock';
import { deviceStore } from './deviceStore.ts';

/** An item carries its school from the moment it is put in. */
type Owned = { owner: string; school?: string };

/** Whether an item is of the school that the session is at: what was entered at another one waits until its person is there again. */
const isOfThisSchool = ({ school }: Owned) => school === undefined || school === sessionStore.get().user?.schoolId;

type OutboxOptions<Item extends Owned> = {
  /** Names the database on this device, the channel between tabs, and the lock that they send under. */
  name: string;
  /** Of the database: raised with a new key. */
  version: number;
  /** The object store, of which the database has no other. */
  store: string;
  keyPath: readonly (keyof Item & string)[];
  /** Whether an item is to be sent; others need a decision, or are kept to be shown. */
  isWaiting: (item: Item) => boolean;
  /**
   * Sends the first of what is waiting and changes those items, so that they wait no longer. When it throws, they stay: as long as the server
   * cannot be reached, or with the reason why it refuses them.
   */
  send: (waiting: readonly Item[], outbox: Outbox<Item>) => Promise<void>;
};

/** Whether items are being sent, and what came of the last attempt: no answer, or a refusal in words. */
export type Sending = { isSending: boolean; isUnreachable: boolean; problem: string | null };

export type Outbox<Item> = {
  sending: Pick<Store<Sending>, 'get' | 'subscribe'>;
  isWaiting: (item: Item) => boolean;
  /** The items of a person at the school where they are, on this device. */
  list: (owner: string) => Promise<Item[]>;
  /** Puts items in; `merge` decides what becomes of one with the same key. Resolves once every screen of this tab shows them. */
  add: (items: readonly Item[], merge?: (item: Item, earlier: Item) => Item) => Promise<void>;
  /** Changes items in one transaction; what `change` returns undefined for is removed. `delivered` has other tabs read the server first. */
  update: (items: readonly Item[], change: (item: Item) => Item | undefined, kind?: Change) => Promise<void>;
  /** Sends a person's items until none is waiting. One at a time, across tabs too. */
  flush: (owner: string) => Promise<void>;
  /** Calls the listener after every change, in this tab or another; changes wait for all listeners. */
  onChange: (listener: () => Promise<void>) => () => void;
  /** Registers a read of the server that runs after a delivery, and before what was delivered leaves this tab's screens. */
  onDelivered: (read: () => Promise<unknown>) => () => void;
  /** Runs those reads. */
  readAgain: () => Promise<void>;
};

type Change = 'changed' | 'delivered';

function subscribeTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What people enter on this device until the server has it. A key makes an item unique, so that sending it twice is the same as once. */
export function createOutbox<Item extends Owned>(options: OutboxOptions<Item>): Outbox<Item> {
  const { name, store, keyPath, isWaiting } = options;
  const open: () => Promise<IDBPDatabase> = deviceStore({
    name,
    version: options.version,
    upgrade(database) {
      for (const other of database.objectStoreNames) if (other !== store) database.deleteObjectStore(other);
      if (!database.objectStoreNames.contains(store))
        database.createObjectStore(store, { keyPath: [...keyPath] }).createIndex('owner', 'owner');
    },
  });
  const keyOf = (item: Item) => keyPath.map((part) => String(item[part]));
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  const listeners = new Set<() => Promise<void>>();
  const readers = new Set<() => Promise<unknown>>();
  const sending = createStore<Sending>({ isSending: false, isUnreachable: false, problem: null });

  const notify = async () => void (await Promise.all([...listeners].map((listener) => listener())));
  const readAgain = async () => void (await Promise.allSettled([...readers].map((read) => read())));
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // What another tab has sent has left the outbox: first the server is read, or a screen would show neither.
    const read = data === 'delivered' ? readAgain() : Promise.resolve();
    void read.then(notify);
  });

  /** Gives each stored item of these keys to `change`, and stores or removes what it returns. */
  async function write(items: readonly Item[], change: (earlier: Item | undefined, item: Item) => Item | undefined, kind: Change) {
    const transaction = (await open()).transaction(store, 'readwrite');
    await Promise.all(
      items.map(async (item) => {
        const earlier: Item | undefined = await transaction.store.get(keyOf(item));
        const next = change(earlier, item);
        if (next) await transaction.store.put(next);
        else if (earlier) await transaction.store.delete(keyOf(item));
      }),
    );
    await transaction.done;
    channel?.postMessage(kind);
    await notify();
  }

  let current: Promise<void> | undefined;
  let isAskedAgain = false;
  async function sendAll(owner: string): Promise<void> {
    let before = '';
    for (;;) {
      isAskedAgain = false;
      const waiting = (await outbox.list(owner)).filter(isWaiting);
      if (waiting.length === 0) return;
      const now = JSON.stringify(waiting);
      // Sending the same again at once would go on for ever: it waits for the next time that somebody asks.
      if (now === before) return sending.set({ isSending: false, isUnreachable: true, problem: null });
      before = now;
      sending.set({ ...sending.get(), isSending: true });
      try {
        await options.send(waiting, outbox);
        sending.set({ isSending: false, isUnreachable: false, problem: null });
      } catch (cause) {
        const error = asDataError(cause);
        const isUnreachable = error.kind === 'unavailable';
        return sending.set({ isSending: false, isUnreachable, problem: isUnreachable ? null : error.userMessage });
      }
    }
  }

  const outbox: Outbox<Item> = {
    sending,
    isWaiting,
    readAgain,
    async list(owner) {
      const items: Item[] = await (await open()).getAllFromIndex(store, 'owner', owner);
      return items.filter(isOfThisSchool);
    },
    add(items, merge = (item) => item) {
      const school = sessionStore.get().user?.schoolId;
      const own = school ? { school } : {};
      return write(items, (earlier, item) => ({ ...(earlier ? merge(item, earlier) : item), ...own }), 'changed');
    },
    update: (items, change, kind = 'changed') => write(items, (earlier) => earlier && change(earlier), kind),
    flush(owner) {
      isAskedAgain = true;
      current ??= withTabLock(name, () => sendAll(owner)).finally(() => {
        current = undefined;
        const { isUnreachable, problem } = sending.get();
        if (isAskedAgain && !isUnreachable && problem === null) void outbox.flush(owner);
      });
      return current;
    },
    onChange: (listener) => subscribeTo(listeners, listener),
    onDelivered: (read) => subscribeTo(readers, read),
  };
  return outbox;
}

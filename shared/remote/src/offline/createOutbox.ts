import { sessionStore } from '@masomo/auth';
import { asDataError } from '@masomo/data';
import { createStore, type Store } from '@masomo/domain/createStore';
import { withTabLock } from '@masomo/domain/tabLock';
import type { OldStore } from './oldStores.ts';
import { sealerOf } from './outboxKey.ts';
import { openSealed, type SealedItem } from './sealedStore.ts';
import type { Sealer } from './sealer.ts';

/** An item carries its school from the moment it is put in. */
type Owned = { owner: string; school?: string };

/** Whether an item is of the school that the session is at: what was entered at another one waits until its person is there again. */
const isOfThisSchool = ({ school }: Owned) => school === undefined || school === sessionStore.get().user?.schoolId;

type OutboxOptions<Item extends Owned> = {
  /** Names the outbox, the channel between tabs, and the lock that they send under. */
  name: string;
  /** What makes an item one of its kind: another one with the same values replaces it. */
  keyPath: readonly (keyof Item & string)[];
  /** Whether an item is to be sent; others need a decision, or are kept to be shown. */
  isWaiting: (item: Item) => boolean;
  /** Whether the server has an item, which is kept only to be shown: signing out does not ask about it. */
  isSent?: (item: Item) => boolean;
  /** What becomes of an item that another one with its key comes upon; without it the new one takes its place. */
  merge?: (item: Item, earlier: Item) => Item;
  /** Where earlier releases kept the items. */
  old?: OldStore<Item>;
  /** Calls the listener when a tab of an earlier release has written there; without it such a tab says so through the outbox's channel. */
  followOld?: (listener: () => void) => void;
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
  /** The items of a person at the school where they are, on this device, in the order in which they were put in. */
  list: (owner: string) => Promise<Item[]>;
  /** Puts items in. Resolves once every screen of this tab shows them; rejects where they cannot be kept. */
  add: (items: readonly Item[]) => Promise<void>;
  /** Changes items in one transaction; what `change` returns undefined for is removed. `delivered` has other tabs read the server first. */
  update: (items: readonly Item[], change: (item: Item) => Item | undefined, kind?: Change) => Promise<void>;
  /** Sends a person's items until none is waiting. One at a time, across tabs too. */
  flush: (owner: string) => Promise<void>;
  /** Loads what sealing needs, before the line goes. */
  prepare: (owner: string) => Promise<void>;
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

/**
 * What people enter on this device until the server has it, sealed with a key that only their own session gets. A key makes an item unique,
 * so that sending it twice is the same as once.
 */
export function createOutbox<Item extends Owned>(options: OutboxOptions<Item>): Outbox<Item> {
  const { name, keyPath, isWaiting, isSent = () => false, merge = (item: Item) => item } = options;
  const keyOf = (item: Item) => JSON.stringify(keyPath.map((part) => item[part]));
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
    // It may be a tab of an earlier release, which has written to its own store.
    moveOwn();
  });
  options.followOld?.(moveOwn);

  const read = (kept: SealedItem[], sealer: Sealer) =>
    kept.flatMap(({ seq, sealed }) => {
      const item = sealer.open(sealed) as Item | undefined;
      return item && seq !== undefined ? [{ seq, item }] : [];
    });

  /** Gives each stored item of these keys to `change`, and stores or removes what it returns; all of them or none. */
  async function put(owner: string, items: readonly Item[], change: (earlier: Item | undefined, item: Item) => Item | undefined) {
    const sealer = await sealerOf(owner, name);
    const transaction = (await openSealed()).transaction('items', 'readwrite');
    const write = async () => {
      const kept = read(await transaction.store.index('box').getAll([owner, name]), sealer);
      const known = new Map(kept.map((record) => [keyOf(record.item), record]));
      for (const item of items) {
        const key = keyOf(item);
        const earlier = known.get(key);
        const next = change(earlier?.item, item);
        if (next) {
          const record: SealedItem = { owner, box: name, isUnsent: isSent(next) ? 0 : 1, sealed: sealer.seal(next) };
          known.set(key, { seq: await transaction.store.put(earlier ? { ...record, seq: earlier.seq } : record), item: next });
        } else if (earlier) {
          await transaction.store.delete(earlier.seq);
          known.delete(key);
        }
      }
    };
    const written = write().catch((error: unknown) => {
      transaction.abort();
      throw error;
    });
    await Promise.all([written, transaction.done]);
  }

  async function write(items: readonly Item[], change: Parameters<typeof put>[2], kind: Change) {
    for (const [owner, own] of Map.groupBy(items, (item) => item.owner)) await put(owner, own, change);
    channel?.postMessage(kind);
    await notify();
  }
  const keep = (earlier: Item | undefined, item: Item) => (earlier ? merge(item, earlier) : item);

  /** Under the lock that earlier releases send under as well, so that nothing is moved while one of them sends it. */
  const moveOld = async (owner: string) => options.old?.(owner, (items) => write(items, keep, 'changed'));
  const warn = (error: unknown) => console.warn('What an earlier release kept on this device could not be moved.', error);
  const moved = new Set<string>();
  function moveSoon(owner: string): void {
    moved.add(owner);
    if (options.old) void withTabLock(name, () => moveOld(owner)).catch(warn);
  }

  function moveOwn(): void {
    const { user } = sessionStore.get();
    if (user) moveSoon(user.id);
  }

  let current: Promise<void> | undefined;
  let isAskedAgain = false;
  async function sendAll(owner: string): Promise<void> {
    let before = '';
    await moveOld(owner).catch(warn);
    for (;;) {
      isAskedAgain = false;
      try {
        const waiting = (await outbox.list(owner)).filter(isWaiting);
        if (waiting.length === 0) return;
        const now = JSON.stringify(waiting);
        // Sending the same again at once would go on for ever: it waits for the next time that somebody asks.
        if (now === before) return sending.set({ isSending: false, isUnreachable: true, problem: null });
        before = now;
        sending.set({ ...sending.get(), isSending: true });
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
      if (!moved.has(owner)) moveSoon(owner);
      const kept = await (await openSealed()).getAllFromIndex('items', 'box', [owner, name]);
      if (kept.length === 0) return [];
      return read(kept, await sealerOf(owner, name))
        .map(({ item }) => item)
        .filter(isOfThisSchool);
    },
    prepare: async (owner) => void (await sealerOf(owner, name)),
    add(items) {
      const school = sessionStore.get().user?.schoolId;
      const own = school ? { school } : {};
      return write(items, (earlier, item) => ({ ...keep(earlier, item), ...own }), 'changed');
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

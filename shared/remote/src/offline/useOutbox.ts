import { useEffect, useState, useSyncExternalStore } from 'react';
import { DataError } from '@masomo/data';
import type { Outbox } from './createOutbox.ts';
import { outboxKeyOf } from './outboxKey.ts';

const retryEveryMs = 10_000;
/** What is entered in quick succession is sent together. */
const collectForMs = 400;

const subscribeToNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const warnOfKey = (error: unknown) => console.warn('The key of the outbox could not be read yet.', error);

/** What this person has in an outbox on this device, and the state of sending it. `isUnusable`: this browser lets the page keep nothing. */
export function useOutboxItems<Item>(outbox: Outbox<Item>, owner: string) {
  const { items, isUnusable } = useItems(outbox, owner);
  const sending = useSyncExternalStore(outbox.sending.subscribe, outbox.sending.get);
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    // Read while there is a connection, and kept for the time without one.
    if (isOnline) outboxKeyOf(owner).catch(warnOfKey);
  }, [owner, isOnline]);
  const isCutOff = !isOnline || sending.isUnreachable || sending.problem !== null;
  return { ...sending, items, waiting: items.filter(outbox.isWaiting), isOnline, isCutOff, isUnusable };
}

/** The same for a screen on which the person types: what sealing needs is loaded before the line goes, once its fields are shown. */
export function useOutbox<Item>(outbox: Outbox<Item>, owner: string, isShown = true) {
  const state = useOutboxItems(outbox, owner);
  const { isOnline } = state;
  useEffect(() => {
    if (isOnline && isShown) outbox.prepare(owner).catch(warnOfKey);
  }, [outbox, owner, isOnline, isShown]);
  return state;
}

function useItems<Item>(outbox: Outbox<Item>, owner: string): { items: readonly Item[]; isUnusable: boolean } {
  const [state, setState] = useState<{ items: readonly Item[]; isUnusable: boolean }>({ items: [], isUnusable: false });
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      outbox.list(owner).then(
        (items) => {
          if (isCurrent) setState({ items, isUnusable: false });
        },
        (error: unknown) => {
          console.warn('What waits on this device could not be read.', error);
          // Without its key it is shown when there is a connection again.
          if (isCurrent) setState({ items: [], isUnusable: !(error instanceof DataError) });
        },
      );
    void read();
    const stop = outbox.onChange(read);
    window.addEventListener('online', read);
    return () => {
      isCurrent = false;
      stop();
      window.removeEventListener('online', read);
    };
  }, [outbox, owner]);
  return state;
}

/** Sends what is waiting now, when the network returns, and every ten seconds until nothing is waiting. */
export function useOutboxFlush<Item>(outbox: Outbox<Item>, owner: string, waiting: number, isOnline: boolean): void {
  useEffect(() => {
    if (waiting === 0 || !isOnline) return undefined;
    const send = () => void outbox.flush(owner);
    const soon = setTimeout(send, collectForMs);
    const again = setInterval(send, retryEveryMs);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [outbox, owner, waiting, isOnline]);
}

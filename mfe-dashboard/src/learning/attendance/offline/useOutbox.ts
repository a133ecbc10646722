import { useEffect, useState, useSyncExternalStore } from 'react';
import type { UnsentMark } from './deviceStore.ts';
import { listUnsent, onUnsentChange } from './outbox.ts';
import { sendUnsent, sendingStore } from './flushOutbox.ts';

type Outbox = { unsent: UnsentMark[]; isUnusable: boolean };
const followNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** What this person marked and the server has not confirmed, and how sending it stands. */
export function useUnsent(owner: string) {
  const { unsent, isUnusable } = useOutbox(owner);
  const sending = useSyncExternalStore(sendingStore.subscribe, sendingStore.get);
  const isOnline = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  );
  const waiting = unsent.filter((mark) => !mark.problem);
  const problems = unsent.filter((mark) => mark.problem);
  return { unsent, waiting, problems, isSending: sending.isSending, isCutOff: !isOnline || sending.isUnreachable, isOnline, isUnusable };
}

function useOutbox(owner: string): Outbox {
  const [outbox, setOutbox] = useState<Outbox>({ unsent: [], isUnusable: false });
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      listUnsent(owner).then(
        (unsent) => {
          if (isCurrent) setOutbox({ unsent, isUnusable: false });
        },
        (error: unknown) => {
          console.warn('This device does not let the page keep attendance.', error);
          if (isCurrent) setOutbox({ unsent: [], isUnusable: true });
        },
      );
    void read();
    const stop = onUnsentChange(read);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [owner]);
  return outbox;
}

const retryAfter = 10_000;

/** Sends what waits: at once, when the network is back, and again and again while the server does not answer. */
export function useSending(owner: string, waiting: number, isOnline: boolean): void {
  useEffect(() => {
    if (waiting === 0 || !isOnline) return undefined;
    const send = () => void sendUnsent(owner);
    // Marks given one after the other go out together.
    const soon = setTimeout(send, 400);
    const again = setInterval(send, retryAfter);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [owner, waiting, isOnline]);
}

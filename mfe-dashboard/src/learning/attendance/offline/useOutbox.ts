import { useEffect, useState, useSyncExternalStore } from 'react';
import type { QueuedMark } from './deviceStore.ts';
import { listQueuedMarks, onOutboxChange } from './outbox.ts';
import { flushOutbox, flushStore } from './flushOutbox.ts';

type OutboxState = { queued: QueuedMark[]; isUnusable: boolean };
const subscribeToNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** The outbox of this person and the state of sending it. */
export function useOutbox(owner: string) {
  const { queued, isUnusable } = useQueuedMarks(owner);
  const sending = useSyncExternalStore(flushStore.subscribe, flushStore.get);
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  const waiting = queued.filter((mark) => !mark.conflict);
  const conflicts = queued.filter((mark) => mark.conflict);
  return { queued, waiting, conflicts, isSending: sending.isSending, isCutOff: !isOnline || sending.isUnreachable, isOnline, isUnusable };
}

function useQueuedMarks(owner: string): OutboxState {
  const [outbox, setOutbox] = useState<OutboxState>({ queued: [], isUnusable: false });
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      listQueuedMarks(owner).then(
        (queued) => {
          if (isCurrent) setOutbox({ queued, isUnusable: false });
        },
        (error: unknown) => {
          console.warn('This device does not let the page keep attendance.', error);
          if (isCurrent) setOutbox({ queued: [], isUnusable: true });
        },
      );
    void read();
    const stop = onOutboxChange(read);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [owner]);
  return outbox;
}

const retryDelayMs = 10_000;

/** Flushes the outbox now, when the network returns, and every ten seconds until it is empty. */
export function useOutboxFlush(owner: string, waiting: number, isOnline: boolean): void {
  useEffect(() => {
    if (waiting === 0 || !isOnline) return undefined;
    const send = () => void flushOutbox(owner);
    // Marks made in quick succession are sent together.
    const soon = setTimeout(send, 400);
    const again = setInterval(send, retryDelayMs);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [owner, waiting, isOnline]);
}

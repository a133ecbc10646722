import type { AttendanceStatus } from '@masomo/data/learning/attendance';
import { openDeviceStore, type QueuedMark } from './deviceStore.ts';

export type MarkKey = Pick<QueuedMark, 'owner' | 'day' | 'studentId'>;
/** A mark to queue; `shownStatus` is the status the register showed when it was made. */
export type NewMark = Omit<QueuedMark, 'seen' | 'attempted' | 'conflict'> & { shownStatus: AttendanceStatus | null };

const changes = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('masomo-attendance');
const keyOf = ({ owner, day, studentId }: MarkKey): [string, string, string] => [owner, day, studentId];

const listeners = new Set<() => Promise<void>>();
const registerReaders = new Set<() => Promise<unknown>>();

/** Registers a reload that runs after delivery, in this tab or another, and before the marks leave what this tab shows as waiting. */
export function onMarksDelivered(read: () => Promise<unknown>): () => void {
  registerReaders.add(read);
  return () => {
    registerReaders.delete(read);
  };
}

/** Reloads the registers that this tab shows. */
export async function reloadRegisters(): Promise<void> {
  await Promise.allSettled([...registerReaders].map((read) => read()));
}

changes?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  // What another tab has sent left the outbox: first its statuses are read, or the register would stand empty and as saved.
  const read = data === 'delivered' ? reloadRegisters() : Promise.resolve();
  void read.then(notifyListeners);
});

async function notifyListeners(): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener()));
}

async function notifyAllTabs(change: 'changed' | 'delivered' = 'changed'): Promise<void> {
  changes?.postMessage(change);
  await notifyListeners();
}

/** Calls the listener after every change of the outbox, in this tab or another; changes wait for all listeners. */
export function onOutboxChange(listener: () => Promise<void>): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The marks of this person that the server has not confirmed. */
export async function listQueuedMarks(owner: string): Promise<QueuedMark[]> {
  return (await openDeviceStore()).getAllFromIndex('marks', 'owner', owner);
}

/** Queues marks. A student's earlier queued mark is replaced, but the statuses it may have written are kept. */
export async function queueMarks(newMarks: readonly NewMark[]): Promise<void> {
  const transaction = (await openDeviceStore()).transaction('marks', 'readwrite');
  await Promise.all(
    newMarks.map(async ({ shownStatus, ...mark }) => {
      const earlier = await transaction.store.get(keyOf(mark));
      await transaction.store.put({
        ...mark,
        seen: earlier ? possibleServerMarks(earlier) : [shownStatus],
        ...(earlier?.conflict ? { conflict: earlier.conflict } : {}),
      });
    }),
  );
  await transaction.done;
  await notifyAllTabs();
}

/** Every status the server may hold because of this device, or held when the mark was made. */
export function possibleServerMarks({ seen, attempted }: QueuedMark): QueuedMark['seen'] {
  return attempted !== undefined && !seen.includes(attempted) ? [...seen, attempted] : seen;
}

/** Updates queued marks in one transaction; `change` returns the mark to keep, or undefined to delete it. */
export async function updateQueuedMarks(
  keys: readonly MarkKey[],
  change: (mark: QueuedMark) => QueuedMark | undefined,
  kind: 'changed' | 'delivered' = 'changed',
): Promise<void> {
  const transaction = (await openDeviceStore()).transaction('marks', 'readwrite');
  await Promise.all(
    keys.map(async (key) => {
      const mark = await transaction.store.get(keyOf(key));
      if (!mark) return;
      const next = change(mark);
      await (next ? transaction.store.put(next) : transaction.store.delete(keyOf(key)));
    }),
  );
  await transaction.done;
  await notifyAllTabs(kind);
}

/** Resolves a conflict: sends the mark over the server's status, or discards it. */
export function resolveConflict(mark: QueuedMark, choice: 'send' | 'drop'): Promise<void> {
  return updateQueuedMarks([mark], ({ conflict, ...queued }) => {
    if (choice === 'drop') return undefined;
    return { ...queued, seen: conflict?.kind === 'changed' ? [conflict.status] : queued.seen };
  });
}

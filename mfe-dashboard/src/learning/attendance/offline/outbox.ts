import type { AttendanceStatus } from '@masomo/data/learning/attendance';
import { openDeviceStore, type QueuedMark } from './deviceStore.ts';

export type MarkKey = Pick<QueuedMark, 'owner' | 'day' | 'studentId'>;
/** A mark as a person gives it; `standing` is what the register shows to be given. */
export type NewMark = Omit<QueuedMark, 'seen' | 'attempted' | 'problem'> & { standing: AttendanceStatus | null };

const changes = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('masomo-attendance');
const keyOf = ({ owner, day, studentId }: MarkKey): [string, string, string] => [owner, day, studentId];

const listeners = new Set<() => Promise<void>>();
changes?.addEventListener('message', () => void notifyListeners());

async function notifyListeners(): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener()));
}

async function notifyAllTabs(): Promise<void> {
  changes?.postMessage('changed');
  await notifyListeners();
}

/** Calls after every change of what is unsent, in this tab or another. A change is done once every listener is. */
export function onOutboxChange(listener: () => Promise<void>): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Everything this person marked on this device that the server has not confirmed. */
export async function listQueuedMarks(owner: string): Promise<QueuedMark[]> {
  return (await openDeviceStore()).getAllFromIndex('marks', 'owner', owner);
}

/** Keeps marks on this device. A learner's earlier unsent mark is replaced, and what it may have written remembered. */
export async function queueMarks(given: readonly NewMark[]): Promise<void> {
  const transaction = (await openDeviceStore()).transaction('marks', 'readwrite');
  await Promise.all(
    given.map(async ({ standing, ...mark }) => {
      const earlier = await transaction.store.get(keyOf(mark));
      await transaction.store.put({
        ...mark,
        seen: earlier ? possibleServerMarks(earlier) : [standing],
        ...(earlier?.conflict ? { conflict: earlier.conflict } : {}),
      });
    }),
  );
  await transaction.done;
  await notifyAllTabs();
}

/** Everything that may stand at the server because of this device, or did when the mark was given. */
export function possibleServerMarks({ seen, attempted }: QueuedMark): QueuedMark['seen'] {
  return attempted && !seen.includes(attempted) ? [...seen, attempted] : seen;
}

/** Changes unsent marks in one go: `change` gives what is kept instead, or nothing to forget the mark. */
export async function updateQueuedMarks(keys: readonly MarkKey[], change: (mark: QueuedMark) => QueuedMark | undefined): Promise<void> {
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
  await notifyAllTabs();
}

/** The person's decision about a mark that was not taken: send it over what stands now, or let it go. */
export function resolveConflict(mark: QueuedMark, choice: 'send' | 'drop'): Promise<void> {
  return updateQueuedMarks([mark], ({ conflict: problem, ...kept }) => {
    if (choice === 'drop') return undefined;
    return { ...kept, seen: problem?.kind === 'changed' ? [problem.status] : kept.seen };
  });
}

import type { AttendanceStatus } from '@masomo/data/learning/attendance';
import { openDeviceStore, type UnsentMark } from './deviceStore.ts';

export type MarkKey = Pick<UnsentMark, 'owner' | 'day' | 'studentId'>;
/** A mark as a person gives it; `standing` is what the register shows to be given. */
export type GivenMark = Omit<UnsentMark, 'seen' | 'attempted' | 'problem'> & { standing: AttendanceStatus | null };

const changes = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('masomo-attendance');
const keyOf = ({ owner, day, studentId }: MarkKey): [string, string, string] => [owner, day, studentId];

const listeners = new Set<() => Promise<void>>();
changes?.addEventListener('message', () => void tell());

async function tell(): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener()));
}

async function announce(): Promise<void> {
  changes?.postMessage('changed');
  await tell();
}

/** Calls after every change of what is unsent, in this tab or another. A change is done once every listener is. */
export function onUnsentChange(listener: () => Promise<void>): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Everything this person marked on this device that the server has not confirmed. */
export async function listUnsent(owner: string): Promise<UnsentMark[]> {
  return (await openDeviceStore()).getAllFromIndex('marks', 'owner', owner);
}

/** Keeps marks on this device. A learner's earlier unsent mark is replaced, and what it may have written remembered. */
export async function giveMarks(given: readonly GivenMark[]): Promise<void> {
  const transaction = (await openDeviceStore()).transaction('marks', 'readwrite');
  await Promise.all(
    given.map(async ({ standing, ...mark }) => {
      const earlier = await transaction.store.get(keyOf(mark));
      await transaction.store.put({
        ...mark,
        seen: earlier ? seenOf(earlier) : [standing],
        ...(earlier?.problem ? { problem: earlier.problem } : {}),
      });
    }),
  );
  await transaction.done;
  await announce();
}

/** Everything that may stand at the server because of this device, or did when the mark was given. */
export function seenOf({ seen, attempted }: UnsentMark): UnsentMark['seen'] {
  return attempted && !seen.includes(attempted) ? [...seen, attempted] : seen;
}

/** Changes unsent marks in one go: `change` gives what is kept instead, or nothing to forget the mark. */
export async function changeUnsent(keys: readonly MarkKey[], change: (mark: UnsentMark) => UnsentMark | undefined): Promise<void> {
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
  await announce();
}

/** The person's decision about a mark that was not taken: send it over what stands now, or let it go. */
export function decide(mark: UnsentMark, choice: 'send' | 'drop'): Promise<void> {
  return changeUnsent([mark], ({ problem, ...kept }) => {
    if (choice === 'drop') return undefined;
    return { ...kept, seen: problem?.kind === 'changed' ? [problem.status] : kept.seen };
  });
}

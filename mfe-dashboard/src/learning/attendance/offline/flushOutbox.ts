import { asDataError, getDb, mutate, type DataError } from '@masomo/data';
import { recordAttendance, type MarkOutcome } from '@masomo/data/learning/attendance';
import type { UnsentMark } from './deviceStore.ts';
import { changeUnsent, listUnsent, seenOf } from './outbox.ts';

/** How sending stands: whether it is under way, and whether the last try did not reach the server. */
export type Sending = { isSending: boolean; isUnreachable: boolean };

let sending: Sending = { isSending: false, isUnreachable: false };
let run: Promise<void> | undefined;
let isWantedAgain = false;
const listeners = new Set<() => void>();

export const sendingStore = {
  get: () => sending,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

const readers = new Set<() => Promise<unknown>>();

/** A register on the screen: read again when marks arrived at the server, before they leave the device. */
export function onArrival(read: () => Promise<unknown>): () => void {
  readers.add(read);
  return () => {
    readers.delete(read);
  };
}

function setSending(next: Sending) {
  sending = next;
  for (const listener of listeners) listener();
}

/** Sends everything this person marked and the server has not confirmed. One run at a time, also across tabs. */
export function sendUnsent(owner: string): Promise<void> {
  isWantedAgain = true;
  run ??= alone(() => sendAll(owner)).finally(() => {
    run = undefined;
    if (isWantedAgain && !sending.isUnreachable) void sendUnsent(owner);
  });
  return run;
}

async function alone(work: () => Promise<void>): Promise<void> {
  // Only pages from a secure address have locks; sending twice at once changes nothing, it only asks more.
  if ('locks' in navigator) await navigator.locks.request('masomo-attendance', work);
  else await work();
}

async function sendAll(owner: string): Promise<void> {
  for (;;) {
    isWantedAgain = false;
    const waiting = (await listUnsent(owner)).filter((mark) => !mark.problem);
    if (waiting.length === 0) return;
    const registers = Map.groupBy(waiting, ({ classId, day }) => `${classId} ${day}`);
    for (const marks of registers.values()) {
      setSending({ ...sending, isSending: true });
      const isReached = await sendRegister(marks);
      setSending({ isSending: false, isUnreachable: !isReached });
      if (!isReached) return;
    }
  }
}

/** Sends one register's marks. False when the server could not be asked: they stay as they are. */
async function sendRegister(marks: readonly UnsentMark[]): Promise<boolean> {
  const [first] = marks;
  if (!first) return true;
  await changeUnsent(marks, (mark) => ({ ...mark, seen: seenOf(mark), attempted: sentOf(marks, mark) }));
  try {
    const outcomes = await recordAttendance(await getDb(), {
      classId: first.classId,
      day: first.day,
      marks: marks.map((mark) => ({ ...mark, seen: seenOf(mark) })),
    });
    // Read what stands now before the marks leave the device, so that the screen never shows the old mark in between.
    await Promise.allSettled([...readers].map((read) => read()));
    void mutate((key) => Array.isArray(key) && ['attendance', 'overview'].includes(String(key[0])));
    await changeUnsent(marks, (mark) =>
      settle(
        mark,
        sentOf(marks, mark),
        outcomes.find((outcome) => outcome.student_id === mark.studentId),
      ),
    );
    return true;
  } catch (error) {
    const failure = asDataError(error);
    if (isForLater(failure)) return false;
    await changeUnsent(marks, (mark) => ({ ...mark, problem: { kind: 'refused', message: failure.message } }));
    return true;
  }
}

function sentOf(marks: readonly UnsentMark[], mark: UnsentMark): UnsentMark['status'] {
  return marks.find(({ studentId }) => studentId === mark.studentId)?.status ?? mark.status;
}

/** A server that cannot be reached, or does not know who asks, is asked again later; a refusal with a reason is for the person. */
function isForLater({ kind, code }: DataError): boolean {
  return kind === 'unavailable' || (kind === 'not-allowed' && !code?.includes('.'));
}

/** What stays on the device of a mark after the server's word. Marked differently meanwhile, it goes out again. */
function settle(
  { attempted: _, ...mark }: UnsentMark,
  sent: UnsentMark['status'],
  outcome: MarkOutcome | undefined,
): UnsentMark | undefined {
  if (outcome?.outcome === 'kept') return mark.status === sent ? undefined : { ...mark, seen: [sent] };
  if (outcome?.outcome === 'changed') {
    if (outcome.status === mark.status) return undefined;
    return { ...mark, problem: { kind: 'changed', status: outcome.status, by: outcome.by, at: outcome.at } };
  }
  return { ...mark, problem: { kind: 'refused', message: `${mark.student} is no longer in ${mark.className}.` } };
}

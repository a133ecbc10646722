import { asDataError, getDb, mutate, type DataError } from '@masomo/data';
import { recordAttendance, type MarkResult } from '@masomo/data/learning/attendance';
import type { QueuedMark } from './deviceStore.ts';
import { updateQueuedMarks, listQueuedMarks, possibleServerMarks } from './outbox.ts';

/** How sending stands: whether it is under way, and whether the last try did not reach the server. */
export type FlushState = { isSending: boolean; isUnreachable: boolean };

let flushState: FlushState = { isSending: false, isUnreachable: false };
let currentFlush: Promise<void> | undefined;
let isFlushRequested = false;
const listeners = new Set<() => void>();

export const flushStore = {
  get: () => flushState,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

const registerReaders = new Set<() => Promise<unknown>>();

/** A register on the screen: read again when marks arrived at the server, before they leave the device. */
export function onMarksDelivered(read: () => Promise<unknown>): () => void {
  registerReaders.add(read);
  return () => {
    registerReaders.delete(read);
  };
}

function setFlushState(next: FlushState) {
  flushState = next;
  for (const listener of listeners) listener();
}

/** Sends everything this person marked and the server has not confirmed. One run at a time, also across tabs. */
export function flushOutbox(owner: string): Promise<void> {
  isFlushRequested = true;
  currentFlush ??= withTabLock(() => sendQueuedMarks(owner)).finally(() => {
    currentFlush = undefined;
    if (isFlushRequested && !flushState.isUnreachable) void flushOutbox(owner);
  });
  return currentFlush;
}

async function withTabLock(work: () => Promise<void>): Promise<void> {
  // Only pages from a secure address have locks; sending twice at once changes nothing, it only asks more.
  if ('locks' in navigator) await navigator.locks.request('masomo-attendance', work);
  else await work();
}

async function sendQueuedMarks(owner: string): Promise<void> {
  for (;;) {
    isFlushRequested = false;
    const waiting = (await listQueuedMarks(owner)).filter((mark) => !mark.conflict);
    if (waiting.length === 0) return;
    const registers = Map.groupBy(waiting, ({ classId, day }) => `${classId} ${day}`);
    for (const marks of registers.values()) {
      setFlushState({ ...flushState, isSending: true });
      const isDelivered = await sendRegister(marks);
      setFlushState({ isSending: false, isUnreachable: !isDelivered });
      if (!isDelivered) return;
    }
  }
}

/** Sends one register's marks. False when the server could not be asked: they stay as they are. */
async function sendRegister(marks: readonly QueuedMark[]): Promise<boolean> {
  const [first] = marks;
  if (!first) return true;
  await updateQueuedMarks(marks, (mark) => ({ ...mark, seen: possibleServerMarks(mark), attempted: sentStatus(marks, mark) }));
  try {
    const outcomes = await recordAttendance(await getDb(), {
      classId: first.classId,
      day: first.day,
      marks: marks.map((mark) => ({ ...mark, seen: possibleServerMarks(mark) })),
    });
    // Read what stands now before the marks leave the device, so that the screen never shows the old mark in between.
    await Promise.allSettled([...registerReaders].map((read) => read()));
    void mutate((key) => Array.isArray(key) && ['attendance', 'overview'].includes(String(key[0])));
    await updateQueuedMarks(marks, (mark) =>
      afterResponse(
        mark,
        sentStatus(marks, mark),
        outcomes.find((outcome) => outcome.student_id === mark.studentId),
      ),
    );
    return true;
  } catch (error) {
    const failure = asDataError(error);
    if (isRetryable(failure)) return false;
    await updateQueuedMarks(marks, (mark) => ({ ...mark, conflict: { kind: 'refused', message: failure.message } }));
    return true;
  }
}

function sentStatus(marks: readonly QueuedMark[], mark: QueuedMark): QueuedMark['status'] {
  return marks.find(({ studentId }) => studentId === mark.studentId)?.status ?? mark.status;
}

/** A server that cannot be reached, or does not know who asks, is asked again later; a refusal with a reason is for the person. */
function isRetryable({ kind, code }: DataError): boolean {
  return kind === 'unavailable' || (kind === 'not-allowed' && !code?.includes('.'));
}

/** What stays on the device of a mark after the server's word. Marked differently meanwhile, it goes out again. */
function afterResponse(
  { attempted: _, ...mark }: QueuedMark,
  sent: QueuedMark['status'],
  outcome: MarkResult | undefined,
): QueuedMark | undefined {
  if (outcome?.outcome === 'kept') return mark.status === sent ? undefined : { ...mark, seen: [sent] };
  if (outcome?.outcome === 'changed') {
    if (outcome.status === mark.status) return undefined;
    return { ...mark, conflict: { kind: 'changed', status: outcome.status, by: outcome.by, at: outcome.at } };
  }
  return { ...mark, conflict: { kind: 'refused', message: `${mark.student} is no longer in ${mark.className}.` } };
}

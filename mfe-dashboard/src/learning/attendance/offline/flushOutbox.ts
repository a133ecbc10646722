import { t } from '@lingui/core/macro';
import { asDataError, getDb, mutate, type DataError } from '@masomo/data';
import { recordAttendance, type MarkResult } from '@masomo/data/learning/attendance';
import { withTabLock } from '@masomo/domain/tabLock';
import type { QueuedMark } from './deviceStore.ts';
import { listQueuedMarks, possibleServerMarks, reloadRegisters, updateQueuedMarks } from './outbox.ts';

/** Whether marks are being sent, and whether the last attempt failed to reach the server. */
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

function setFlushState(next: FlushState) {
  flushState = next;
  for (const listener of listeners) listener();
}

/** Sends this person's outbox. One flush at a time, across tabs too. */
export function flushOutbox(owner: string): Promise<void> {
  isFlushRequested = true;
  currentFlush ??= withTabLock('masomo-attendance', () => sendQueuedMarks(owner)).finally(() => {
    currentFlush = undefined;
    if (isFlushRequested && !flushState.isUnreachable) void flushOutbox(owner);
  });
  return currentFlush;
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

/** Sends the marks of one register. Returns false when the server could not be reached and they stay queued. */
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
    // Registers reload before the marks leave the outbox, so that the old status never flashes up.
    await reloadRegisters();
    void mutate((key) => Array.isArray(key) && ['attendance', 'overview'].includes(String(key[0])));
    await updateQueuedMarks(
      marks,
      (mark) =>
        afterResponse(
          mark,
          sentStatus(marks, mark),
          outcomes.find((outcome) => outcome.student_id === mark.studentId),
        ),
      'delivered',
    );
    return true;
  } catch (error) {
    const failure = asDataError(error);
    if (isRetryable(failure)) return false;
    await updateQueuedMarks(marks, (mark) => ({ ...mark, conflict: { kind: 'refused', message: failure.userMessage } }));
    return true;
  }
}

function sentStatus(marks: readonly QueuedMark[], mark: QueuedMark): QueuedMark['status'] {
  const sent = marks.find(({ studentId }) => studentId === mark.studentId);
  return sent ? sent.status : mark.status;
}

/** Network and session failures are retried; a refusal with a reason of its own is shown to the person. */
function isRetryable({ kind, code }: DataError): boolean {
  return kind === 'unavailable' || (kind === 'not-allowed' && !code?.includes('.'));
}

/** The mark to keep after the server's response; one changed in the meantime is sent again. */
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
  return { ...mark, conflict: { kind: 'refused', message: t`${mark.student} is no longer in ${mark.className}.` } };
}

import { t } from '@lingui/core/macro';
import { asDataError, getDb, mutate, type DataError } from '@masomo/data';
import { recordAttendance, type AttendanceStatus, type MarkResult } from '@masomo/data/learning/attendance';
import { createOutbox, type Outbox } from '@masomo/remote/offline/createOutbox';
import { oldDatabase } from '@masomo/remote/offline/oldStores';

/** Why the server did not accept a mark: someone else changed it, or it was refused. */
export type MarkConflict =
  { kind: 'changed'; status: AttendanceStatus; by: string | null; at: string } | { kind: 'refused'; message: string };

/** A mark made on this device that the server has not confirmed. */
export type QueuedMark = {
  owner: string;
  day: string;
  studentId: string;
  student: string;
  classId: string;
  className: string;
  /** Null clears the mark. */
  status: AttendanceStatus | null;
  /** What the server may hold as far as this device knows; null for no mark. */
  seen: (AttendanceStatus | null)[];
  /** When it was made; earlier releases did not keep it. */
  madeAt?: number;
  /** The status last sent; it may have been saved although no response came. */
  attempted?: AttendanceStatus | null;
  conflict?: MarkConflict;
};

/** A mark to queue; `shownStatus` is the status the register showed when it was made. */
export type NewMark = Omit<QueuedMark, 'seen' | 'madeAt' | 'attempted' | 'conflict'> & { shownStatus: AttendanceStatus | null };

/** The marks of registers on this device. */
export const markOutbox: Outbox<QueuedMark> = createOutbox<QueuedMark>({
  name: 'masomo-attendance',
  keyPath: ['owner', 'day', 'studentId'],
  isWaiting: ({ conflict }) => !conflict,
  // An earlier mark of the student is replaced, but the statuses that it may have written are kept.
  merge: (mark, earlier) => ({
    ...mark,
    seen: possibleServerMarks(earlier),
    ...(earlier.conflict ? { conflict: earlier.conflict } : {}),
  }),
  old: oldDatabase('masomo-attendance', 'marks'),
  send: sendFirstRegister,
});

/** Queues marks. */
export function queueMarks(marks: readonly NewMark[]): Promise<void> {
  return markOutbox.add(marks.map(({ shownStatus, ...mark }) => ({ ...mark, seen: [shownStatus], madeAt: Date.now() })));
}

/** Resolves a conflict: sends the mark over the server's status, or discards it. */
export function resolveConflict(mark: QueuedMark, choice: 'send' | 'drop'): Promise<void> {
  return markOutbox.update([mark], ({ conflict, ...queued }) => {
    if (choice === 'drop') return undefined;
    return { ...queued, seen: conflict?.kind === 'changed' ? [conflict.status] : queued.seen };
  });
}

/** Every status the server may hold because of this device, or held when the mark was made. */
function possibleServerMarks({ seen, attempted }: QueuedMark): QueuedMark['seen'] {
  return attempted !== undefined && !seen.includes(attempted) ? [...seen, attempted] : seen;
}

async function sendFirstRegister(waiting: readonly QueuedMark[], outbox: Outbox<QueuedMark>): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  const marks = waiting.filter(({ classId, day }) => classId === first.classId && day === first.day);
  const sentStatus = (mark: QueuedMark) => marks.find(({ studentId }) => studentId === mark.studentId)?.status ?? null;
  await outbox.update(marks, (mark) => ({ ...mark, seen: possibleServerMarks(mark), attempted: sentStatus(mark) }));
  try {
    const outcomes = await recordAttendance(await getDb(), {
      classId: first.classId,
      day: first.day,
      marks: marks.map(({ madeAt, ...mark }) => ({
        ...mark,
        seen: possibleServerMarks(mark),
        age: madeAt === undefined ? undefined : Math.max(0, Date.now() - madeAt) / 1000,
      })),
    });
    // Registers reload before the marks leave the outbox, so that the old status never flashes up.
    await outbox.readAgain();
    void mutate((key) => Array.isArray(key) && ['attendance', 'overview'].includes(String(key[0])));
    const outcomeOf = (mark: QueuedMark) => outcomes.find((outcome) => outcome.student_id === mark.studentId);
    await outbox.update(marks, (mark) => afterResponse(mark, sentStatus(mark), outcomeOf(mark)), 'delivered');
  } catch (error) {
    const failure = asDataError(error);
    if (isRetryable(failure)) throw failure;
    await outbox.update(marks, (mark) => ({ ...mark, conflict: { kind: 'refused', message: failure.userMessage } }));
  }
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

import { asDataError, getDb, type DataError } from '@masomo/data';
import { saveScores, type CellRefusal } from '@masomo/data/learning/scores';
import type { Mark } from '@masomo/domain/marks';
import { createOutbox, type Outbox } from '@masomo/remote/offline/createOutbox';
import { followOldDrafts, takeOldDrafts } from './oldDrafts.ts';
import { scoreOf, type QueuedScore } from './scoreDraft.ts';

export type SavedScores = { assessmentId: string; scores: { studentId: string; score: Mark | null }[] };

const listeners = new Set<(saved: SavedScores) => Promise<unknown>>();
/** Runs for what the server has, before it leaves the outbox, so that no cell shows its old score in between. Returns how to end it. */
export function onScoresSaved(listener: (saved: SavedScores) => Promise<unknown>): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The marks typed into gradebooks on this device. */
export const scoreOutbox: Outbox<QueuedScore> = createOutbox<QueuedScore>({
  name: 'masomo-marks',
  keyPath: ['owner', 'assessmentId', 'studentId'],
  isWaiting: ({ problem, isTyping }) => !problem && !isTyping,
  merge: ({ attempted: _, ...score }, earlier) => ({
    ...score,
    ...(earlier.attempted === undefined ? {} : { attempted: earlier.attempted }),
  }),
  old: takeOldDrafts,
  followOld: followOldDrafts,
  send: sendFirstColumn,
});

async function sendFirstColumn(waiting: readonly QueuedScore[], outbox: Outbox<QueuedScore>): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  const { assessmentId } = first;
  const sent = new Map(waiting.filter((score) => score.assessmentId === assessmentId).map((score) => [score.studentId, score]));
  const cells = [...sent.values()];
  await outbox.update(cells, (cell) => ({ ...cell, attempted: scoreOf(sent.get(cell.studentId) ?? cell) }));
  try {
    const refused = await saveScores(await getDb(), {
      assessmentId,
      cells: cells.map((cell) => ({
        studentId: cell.studentId,
        score: scoreOf(cell),
        seen: cell.seen,
        age: Math.max(0, Date.now() - cell.typedAt) / 1000,
      })),
    });
    const refusals = new Map(refused.map((refusal) => [refusal.studentId, refusal]));
    const scores = cells.map((cell) => ({ studentId: cell.studentId, score: standing(cell, refusals.get(cell.studentId)) }));
    await Promise.all([...listeners].map((listener) => listener({ assessmentId, scores })));
    await outbox.update(cells, (cell) => afterResponse(cell, sent.get(cell.studentId) ?? cell, refusals.get(cell.studentId)), 'delivered');
  } catch (error) {
    const failure = asDataError(error);
    if (isRetryable(failure)) throw failure;
    await outbox.update(cells, (cell) => ({ ...cell, problem: { kind: 'refused', message: failure.userMessage } }));
  }
}

/** Network and session failures are retried; a refusal with a reason of its own is shown to the person. */
function isRetryable({ kind, code }: DataError): boolean {
  return kind === 'unavailable' || (kind === 'not-allowed' && !code?.includes('.'));
}

const standing = (sent: QueuedScore, refusal: CellRefusal | undefined) => (refusal ? refusal.score : scoreOf(sent));

/** The draft to keep after the server's response; one typed on in the meantime is sent again, seen against what the cell holds now. */
function afterResponse(draft: QueuedScore, sent: QueuedScore, refusal: CellRefusal | undefined): QueuedScore | undefined {
  const { attempted: _, problem: __, ...kept } = draft;
  const next = { ...kept, seen: standing(sent, refusal) };
  if (!refusal) return draft.typed === sent.typed ? undefined : next;
  if (refusal.isChanged) {
    // An earlier attempt was saved, and its response lost.
    if (sent.attempted !== undefined && sent.attempted === refusal.score) return next;
    const { message, by, at } = refusal;
    return scoreOf(draft) === refusal.score ? undefined : { ...next, problem: { kind: 'changed', message, by, at } };
  }
  return draft.typed === sent.typed ? { ...next, problem: { kind: 'refused', message: refusal.message } } : next;
}

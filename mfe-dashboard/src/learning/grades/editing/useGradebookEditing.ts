import { plural, t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef } from 'react';
import { say } from '@masomo/data';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { markProblem, type Mark } from '@masomo/domain/marks';
import { confirmLeavingWhile } from '@masomo/navigation';
import { cellKey, type CellDrafts } from './cellDrafts.ts';
import { scoreOf, type CellDraft } from './scoreDraft.ts';
import { onScoresSaved, type SavedScores } from './scoreOutbox.ts';

/** Queues edited cells in the outbox, which sends them, and shows what it has sent. */
export function useGradebookEditing(gradebook: Gradebook, put: (gradebook: Gradebook) => Promise<unknown>, cellDrafts: CellDrafts) {
  const latest = useRef({ gradebook, put });
  useEffect(() => {
    latest.current = { gradebook, put };
  }, [gradebook, put]);
  useEffect(() => {
    return cellDrafts.follow();
  }, [cellDrafts]);
  useEffect(() => {
    return confirmLeavingWhile((action) => {
      const count = cellDrafts.countUnsaved();
      if (action === 'unload' && !cellDrafts.isKept()) return true;
      return count > 0 && leaveQuestion(count);
    });
  }, [cellDrafts]);
  useEffect(() => {
    return onScoresSaved(async (saved) => {
      const known = withScores(latest.current.gradebook, saved);
      // The next batch must see it before React renders it.
      latest.current = { ...latest.current, gradebook: known };
      await latest.current.put(known);
    });
  }, []);

  /** The latest gradebook, for callbacks that outlive a render. */
  const read = useCallback(() => latest.current.gradebook, []);
  /** Queues the drafts of these students for sending. Its identity is stable, so the table does not re-render. */
  const write = useCallback(
    (assessment: Assessment, studentIds: readonly string[]) => {
      const saved = (studentId: string) => read().scores[studentId]?.[assessment.id] ?? null;
      cellDrafts.setAll(
        studentIds.flatMap((studentId) => {
          const key = cellKey(assessment.id, studentId);
          const draft = cellDrafts.get(key);
          return draft ? [[key, queued(draft, assessment, saved(studentId), cellDrafts.isSent(key))] as const] : [];
        }),
      );
    },
    [cellDrafts, read],
  );
  return { cellDrafts, read, write };
}

/** The draft as it waits; with its problem where it is no mark, and none where it changes nothing. */
function queued(
  { isTyping: _, problem: __, ...draft }: CellDraft,
  { maxScore }: Assessment,
  saved: Mark | null,
  isSent: boolean,
): CellDraft | undefined {
  const message = draft.typed.trim() === '' ? undefined : markProblem(draft.typed, maxScore);
  if (message) return { ...draft, problem: { kind: 'invalid', message: say(message) } };
  const score = scoreOf(draft);
  return !isSent && (score === draft.seen || score === saved) ? undefined : draft;
}

function withScores(gradebook: Gradebook, { assessmentId, scores: changed }: SavedScores): Gradebook {
  if (!gradebook.assessments.some(({ id }) => id === assessmentId)) return gradebook;
  const scores = { ...gradebook.scores };
  for (const { studentId, score } of changed) {
    const { [assessmentId]: _, ...others } = scores[studentId] ?? {};
    scores[studentId] = score === null ? others : { ...others, [assessmentId]: score };
  }
  return { ...gradebook, scores };
}

/** The question before marks that nobody sends by themselves go out of sight; the device keeps them. */
export const leaveQuestion = (count: number) => ({
  title: t`${plural(count, { one: '# mark is', other: '# marks are' })} not saved`,
  body: t`If you continue, they stay in this gradebook on this device. Nobody else sees them until they are saved.`,
  confirmLabel: t`Leave them for later`,
});

export type GradebookEditing = ReturnType<typeof useGradebookEditing>;

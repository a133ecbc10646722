import { t } from '@lingui/core/macro';
import { asDataError, getDb, say } from '@masomo/data';
import { saveScores, type Assessment, type CellRefusal, type CellWrite, type Gradebook } from '@masomo/data/learning/gradebook';
import { scoreProblem } from '@masomo/domain/gradebook';
import { typedNumber } from '@masomo/domain/typedNumber';
import { cellKey, type CellDrafts } from './cellDrafts.ts';
import type { CellDraft, DraftProblem } from './keptDrafts.ts';

/** The last known gradebook and how to update it. */
export type SaveContext = {
  cellDrafts: CellDrafts;
  read: () => Gradebook;
  put: (gradebook: Gradebook) => Promise<unknown>;
};

function withScores(gradebook: Gradebook, assessmentId: string, cells: readonly Pick<CellWrite, 'studentId' | 'score'>[]): Gradebook {
  const scores = { ...gradebook.scores };
  for (const { studentId, score } of cells) {
    const { [assessmentId]: _, ...others } = scores[studentId] ?? {};
    scores[studentId] = score === null ? others : { ...others, [assessmentId]: score };
  }
  return { ...gradebook, scores };
}

const scoreAfter = (refusal: CellRefusal | undefined, score: number | null) => (refusal ? refusal.score : score);

/** Marks the drafts that are no scores, drops those that change nothing, and returns the others as cells to write. */
function cellsToWrite({ cellDrafts, read }: SaveContext, assessment: Assessment, studentIds: readonly string[]): CellWrite[] {
  return studentIds.flatMap((studentId) => {
    const key = cellKey(assessment.id, studentId);
    const draft = cellDrafts.get(key);
    if (!draft) return [];
    const typed = draft.typed.trim();
    const message = typed === '' ? undefined : scoreProblem(typed, assessment.maxScore);
    if (message) {
      cellDrafts.set(key, { ...draft, problem: { kind: 'invalid', message: say(message) } });
      return [];
    }
    const score = typed === '' ? null : typedNumber(typed);
    if (score === draft.seen || score === (read().scores[studentId]?.[assessment.id] ?? null)) {
      cellDrafts.set(key, undefined);
      return [];
    }
    return [{ studentId, score, seen: draft.seen }];
  });
}

/** Saves the drafts of these students in one column. What is refused stays as a draft with its reason; returns whether anything did. */
export async function saveDrafts(context: SaveContext, assessment: Assessment, studentIds: readonly string[]): Promise<boolean> {
  const { cellDrafts, read, put } = context;
  const cells = cellsToWrite(context, assessment, studentIds);
  if (cells.length === 0) return false;
  const sent = new Map(cells.map(({ studentId }) => [studentId, cellDrafts.get(cellKey(assessment.id, studentId))?.typed]));
  let refusals = new Map<string, CellRefusal>();
  let failure: DraftProblem | undefined;
  try {
    refusals = new Map((await saveScores(await getDb(), { assessmentId: assessment.id, cells })).map((cell) => [cell.studentId, cell]));
    const known = cells.map(({ studentId, score }) => ({ studentId, score: scoreAfter(refusals.get(studentId), score) }));
    await put(withScores(read(), assessment.id, known));
  } catch (error) {
    const { kind, userMessage } = asDataError(error);
    failure =
      kind === 'unavailable'
        ? { kind: 'unsent', message: t`Not sent yet. It is sent when the connection is back.` }
        : { kind: 'refused', message: userMessage };
  }
  const after = cells.flatMap(({ studentId, score, seen }): (readonly [string, CellDraft | undefined])[] => {
    const key = cellKey(assessment.id, studentId);
    const draft = cellDrafts.get(key);
    if (!draft) return [];
    const refusal = refusals.get(studentId);
    const problem: DraftProblem | undefined = refusal
      ? { kind: refusal.isChanged ? 'changed' : 'refused', message: refusal.message }
      : failure;
    const standing = failure ? seen : scoreAfter(refusal, score);
    // Typed on while it was being sent: the new text starts from what stands now.
    if (draft.typed !== sent.get(studentId)) return [[key, { ...draft, seen: standing }]];
    return [[key, problem && { typed: draft.typed, seen: standing, problem }]];
  });
  cellDrafts.setAll(after);
  return failure !== undefined || refusals.size > 0;
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { asDataError, getDb } from '@masomo/data';
import { recordScores, type Assessment, type CellWrite, type Gradebook } from '@masomo/data/learning/gradebook';
import { scoreProblem } from '@masomo/domain/gradebook';
import { cellKey, createCellDrafts, type CellDrafts } from './cellDrafts.ts';

/** The last known gradebook and how to update it. */
type SaveContext = {
  cellDrafts: CellDrafts;
  read: () => Gradebook;
  put: (gradebook: Gradebook) => Promise<unknown>;
  reload: () => Promise<unknown>;
};

function withSavedCells(gradebook: Gradebook, assessmentId: string, cells: readonly CellWrite[]): Gradebook {
  const scores = { ...gradebook.scores };
  for (const { studentId, score } of cells) {
    const { [assessmentId]: _, ...others } = scores[studentId] ?? {};
    scores[studentId] = score === null ? others : { ...others, [assessmentId]: score };
  }
  return { ...gradebook, scores };
}

async function saveDrafts({ cellDrafts, read, put, reload }: SaveContext, assessment: Assessment, studentIds: readonly string[]) {
  const sent = new Map<string, string>();
  const cells: CellWrite[] = [];
  for (const studentId of studentIds) {
    const key = cellKey(assessment.id, studentId);
    const draft = cellDrafts.get(key);
    if (!draft) continue;
    const typed = draft.typed.trim();
    const seen = read().scores[studentId]?.[assessment.id] ?? null;
    const problem = typed === '' ? undefined : scoreProblem(typed, assessment.maxScore);
    if (problem) {
      cellDrafts.set(key, { ...draft, problem });
      continue;
    }
    const score = typed === '' ? null : Number(typed);
    if (score === seen) {
      cellDrafts.set(key, undefined);
      continue;
    }
    sent.set(key, draft.typed);
    cells.push({ studentId, score, seen });
  }
  if (cells.length === 0) return;
  let failure: string | undefined;
  try {
    await recordScores(await getDb(), { assessmentId: assessment.id, cells });
    // The database saved all cells or none.
    await put(withSavedCells(read(), assessment.id, cells));
  } catch (error) {
    failure = asDataError(error).userMessage;
    // Reload, so that the teacher sees the current score before saving over it.
    await reload().catch(() => undefined);
  }
  for (const [key, typed] of sent) {
    const draft = cellDrafts.get(key);
    if (draft?.typed === typed) cellDrafts.set(key, failure ? { typed, problem: failure } : undefined);
  }
}

/** Saves edited cells in batches, one after the other; drafts stay until they are saved. */
export function useGradebookEditing(gradebook: Gradebook, { put, reload }: Pick<SaveContext, 'put' | 'reload'>) {
  const [cellDrafts] = useState(createCellDrafts);
  const [pendingSaves, setPendingSaves] = useState(0);
  const queue = useRef(Promise.resolve());
  const latest = useRef({ gradebook, put, reload });
  useEffect(() => {
    latest.current = { gradebook, put, reload };
  }, [gradebook, put, reload]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (cellDrafts.all().size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [cellDrafts]);

  /** The latest gradebook, for callbacks that outlive a render. */
  const read = useCallback(() => latest.current.gradebook, []);
  /** Queues the drafts of these students for saving. Its identity is stable, so the table does not re-render. */
  const write = useCallback(
    (assessment: Assessment, studentIds: readonly string[]) => {
      setPendingSaves((count) => count + 1);
      const sending: SaveContext = {
        cellDrafts,
        read,
        reload: () => latest.current.reload(),
        // The next batch must see it before React renders it.
        put: (known) => {
          latest.current = { ...latest.current, gradebook: known };
          return latest.current.put(known);
        },
      };
      queue.current = queue.current
        .then(() => saveDrafts(sending, assessment, studentIds))
        .finally(() => setPendingSaves((count) => count - 1));
    },
    [cellDrafts, read],
  );
  return { cellDrafts, read, write, isSaving: pendingSaves > 0 };
}

export type GradebookEditing = ReturnType<typeof useGradebookEditing>;

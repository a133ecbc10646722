import { useCallback, useEffect, useRef, useState } from 'react';
import { asDataError, getDb } from '@masomo/data';
import { recordScores, type Assessment, type CellWrite, type Gradebook } from '@masomo/data/learning/gradebook';
import { scoreProblem } from '@masomo/domain/gradebook';
import { cellKey, createCellDrafts, type CellDrafts } from './cellDrafts.ts';

/** The last known gradebook and how to update it. */
type SaveContext = { store: CellDrafts; read: () => Gradebook; put: (book: Gradebook) => Promise<unknown>; reload: () => Promise<unknown> };

function withSavedCells(book: Gradebook, assessmentId: string, cells: readonly CellWrite[]): Gradebook {
  const scores = { ...book.scores };
  for (const { studentId, score } of cells) {
    const { [assessmentId]: _, ...others } = scores[studentId] ?? {};
    scores[studentId] = score === null ? others : { ...others, [assessmentId]: score };
  }
  return { ...book, scores };
}

async function saveDrafts({ store, read, put, reload }: SaveContext, assessment: Assessment, studentIds: readonly string[]) {
  const sent = new Map<string, string>();
  const cells: CellWrite[] = [];
  for (const studentId of studentIds) {
    const key = cellKey(assessment.id, studentId);
    const draft = store.get(key);
    if (!draft) continue;
    const typed = draft.typed.trim();
    const seen = read().scores[studentId]?.[assessment.id] ?? null;
    const problem = typed === '' ? undefined : scoreProblem(typed, assessment.maxScore);
    if (problem) {
      store.set(key, { ...draft, problem });
      continue;
    }
    const score = typed === '' ? null : Number(typed);
    if (score === seen) {
      store.set(key, undefined);
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
    const draft = store.get(key);
    if (draft?.typed === typed) store.set(key, failure ? { typed, problem: failure } : undefined);
  }
}

/** Saves edited cells in batches, one after the other; drafts stay until they are saved. */
export function useGradebookEditing(book: Gradebook, { put, reload }: Pick<SaveContext, 'put' | 'reload'>) {
  const [store] = useState(createCellDrafts);
  const [pendingSaves, setPendingSaves] = useState(0);
  const queue = useRef(Promise.resolve());
  const latest = useRef({ book, put, reload });
  useEffect(() => {
    latest.current = { book, put, reload };
  }, [book, put, reload]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (store.all().size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [store]);

  /** The latest gradebook, for callbacks that outlive a render. */
  const read = useCallback(() => latest.current.book, []);
  /** Queues the drafts of these students for saving. Its identity is stable, so the table does not re-render. */
  const write = useCallback(
    (assessment: Assessment, studentIds: readonly string[]) => {
      setPendingSaves((count) => count + 1);
      const sending: SaveContext = {
        store,
        read,
        reload: () => latest.current.reload(),
        // The next batch must see it before React renders it.
        put: (known) => {
          latest.current = { ...latest.current, book: known };
          return latest.current.put(known);
        },
      };
      queue.current = queue.current
        .then(() => saveDrafts(sending, assessment, studentIds))
        .finally(() => setPendingSaves((count) => count - 1));
    },
    [store, read],
  );
  return { store, read, write, isSaving: pendingSaves > 0 };
}

export type GradebookEditing = ReturnType<typeof useGradebookEditing>;

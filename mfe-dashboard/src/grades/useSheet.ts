import { useCallback, useEffect, useRef, useState } from 'react';
import { asDataError, getDb } from '@masomo/data';
import { cellKey, recordScores, type Assessment, type CellWrite, type Gradebook } from '@masomo/data/gradebook';
import { scoreProblem } from '@masomo/domain/gradebook';
import { createSheetStore, type SheetStore } from './sheetStore.ts';

type Sending = { store: SheetStore; read: () => Gradebook; reload: () => Promise<unknown> };

async function send({ store, read, reload }: Sending, assessment: Assessment, studentIds: readonly string[]) {
  const sent = new Map<string, string>();
  const cells: CellWrite[] = [];
  for (const studentId of studentIds) {
    const key = cellKey(assessment.id, studentId);
    const draft = store.get(key);
    if (!draft) continue;
    const typed = draft.typed.trim();
    const seen = read().scores[key] ?? null;
    const problem = typed === '' ? undefined : scoreProblem(typed, assessment.maxScore);
    if (problem) { store.set(key, { ...draft, problem }); continue; }
    const score = typed === '' ? null : Number(typed);
    if (score === seen) { store.set(key, undefined); continue; }
    sent.set(key, draft.typed);
    cells.push({ studentId, score, seen });
  }
  if (cells.length === 0) return;
  let failure: string | undefined;
  try {
    await recordScores(await getDb(), { assessmentId: assessment.id, cells });
  } catch (error) {
    failure = asDataError(error).message;
  }
  // What stands now is read again in both cases: to show it, and to write over it knowingly.
  await reload().catch(() => undefined);
  for (const [key, typed] of sent) {
    const draft = store.get(key);
    if (draft?.typed === typed) store.set(key, failure ? { typed, problem: failure } : undefined);
  }
}

/** Typing into the gradebook: cells are written one batch after the other, and stay typed until they are. */
export function useSheet(book: Gradebook, reload: () => Promise<unknown>) {
  const [store] = useState(createSheetStore);
  const [waiting, setWaiting] = useState(0);
  const queue = useRef(Promise.resolve());
  const latest = useRef({ book, reload });
  useEffect(() => { latest.current = { book, reload }; }, [book, reload]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => { if (store.all().size > 0) event.preventDefault(); };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [store]);

  /** Writes what was typed for these learners, after what is being written. It never changes, so the sheet is not drawn again. */
  const write = useCallback((assessment: Assessment, studentIds: readonly string[]) => {
    setWaiting((count) => count + 1);
    queue.current = queue.current
      .then(() => send({ store, read: () => latest.current.book, reload: () => latest.current.reload() }, assessment, studentIds))
      .finally(() => setWaiting((count) => count - 1));
  }, [store]);
  return { store, write, isSaving: waiting > 0 };
}

export type SheetState = ReturnType<typeof useSheet>;

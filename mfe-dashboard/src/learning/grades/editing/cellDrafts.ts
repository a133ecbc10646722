import { t } from '@lingui/core/macro';
import type { GradebookId } from '@masomo/data/learning/gradebook';
import type { Mark } from '@masomo/domain/marks';
import { scoreOf, type CellDraft, type QueuedScore } from './scoreDraft.ts';
import { scoreOutbox } from './scoreOutbox.ts';

/** Key of a cell. */
export const cellKey = (assessmentId: string, studentId: string) => `${assessmentId} ${studentId}`;

type DraftChange = readonly [key: string, draft: CellDraft | undefined];

/** Drafts of cells, shown at once and kept by the outbox. Each cell subscribes to its own key, so that a keystroke re-renders one cell. */
export type CellDrafts = {
  get: (key: string) => CellDraft | undefined;
  set: (key: string, draft: CellDraft | undefined) => void;
  setAll: (changes: readonly DraftChange[]) => void;
  all: () => ReadonlyMap<string, CellDraft>;
  /** Whether a score of the cell may be on its way to the server. */
  isSent: (key: string) => boolean;
  /** How many drafts would not be sent by themselves. */
  countUnsaved: () => number;
  /** Whether the device has them all. */
  isKept: () => boolean;
  /** Reads what the device has, and follows what is sent and what other tabs change; returns how to end it. */
  follow: () => () => void;
  /** Subscribes to every cell. */
  subscribe: (listener: () => void) => () => void;
  /** Subscribes to one cell. */
  subscribeCell: (key: string, listener: () => void) => () => void;
};

const warnOfRead = (error: unknown) => console.warn('The marks on this device could not be read.', error);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Of a draft that was sent and typed on, the score that the cell holds by now. */
function seenBy(draft: CellDraft, before: QueuedScore | undefined, now: QueuedScore | undefined): Mark | null {
  if (!before) return draft.seen;
  if (!now) return scoreOf(before);
  return before.seen === now.seen ? draft.seen : now.seen;
}

export function createCellDrafts(owner: string, gradebookId: GradebookId): CellDrafts {
  const { classId, subjectId, termId } = gradebookId;
  let drafts: ReadonlyMap<string, CellDraft> = new Map();
  let stored: ReadonlyMap<string, QueuedScore> = new Map();
  /** What is not written yet. */
  const unwritten = new Map<string, CellDraft | undefined>();
  let isWriting = false;
  const listeners = new Set<() => void>();
  const cellListeners = new Map<string, Set<() => void>>();

  function show(next: Map<string, CellDraft>): void {
    const before = drafts;
    // Cells are compared by identity.
    for (const [key, draft] of next) {
      const shown = before.get(key);
      if (shown && isSame(shown, draft)) next.set(key, shown);
    }
    drafts = next;
    const changed = new Set([...before.keys(), ...next.keys()].filter((key) => before.get(key) !== next.get(key)));
    for (const key of changed) for (const listener of cellListeners.get(key) ?? []) listener();
    if (changed.size > 0) for (const listener of listeners) listener();
  }

  /** Shows what the device has, below what was typed since. */
  async function read(): Promise<void> {
    const items = (await scoreOutbox.list(owner)).filter(
      (item) => item.classId === classId && item.subjectId === subjectId && item.termId === termId,
    );
    const now = new Map(items.map((item) => [cellKey(item.assessmentId, item.studentId), item]));
    const next = new Map<string, CellDraft>([...now].map(([key, item]) => [key, draftOf(item)]));
    for (const [key, draft] of unwritten) {
      if (!draft) {
        next.delete(key);
        continue;
      }
      const seen = seenBy(draft, stored.get(key), now.get(key));
      const current = seen === draft.seen ? draft : { ...draft, seen };
      unwritten.set(key, current);
      next.set(key, current);
    }
    stored = now;
    show(next);
  }

  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (unwritten.size > 0) {
      const batch = [...unwritten];
      try {
        const [put = [], removed = []] = [true, false].map((isPut) =>
          batch.filter(([, draft]) => (draft !== undefined) === isPut).map(([key, draft]) => itemOf(key, draft)),
        );
        if (removed.length > 0) await scoreOutbox.update(removed, () => undefined);
        if (put.length > 0) await scoreOutbox.add(put);
      } catch (error) {
        console.warn('Marks could not be kept on this device.', error);
        showUnkept();
        break;
      }
      for (const [key, draft] of batch) if (unwritten.get(key) === draft) unwritten.delete(key);
      await read().catch(warnOfRead);
    }
    isWriting = false;
  }

  function showUnkept(): void {
    const next = new Map(drafts);
    for (const [key, draft] of unwritten) {
      if (!draft) continue;
      unwritten.set(key, { ...draft, problem: unkept() });
      next.set(key, { ...draft, problem: unkept() });
    }
    show(next);
  }

  function itemOf(key: string, draft: CellDraft | undefined): QueuedScore {
    const [assessmentId = '', studentId = ''] = key.split(' ');
    return { owner, classId, subjectId, termId, assessmentId, studentId, ...(draft ?? { typed: '', typedAt: 0, seen: null }) };
  }

  function setAll(changes: readonly DraftChange[]): void {
    const next = new Map(drafts);
    for (const [key, draft] of changes) {
      if (draft) next.set(key, draft);
      else next.delete(key);
      unwritten.set(key, draft);
    }
    show(next);
    void write();
  }

  /** What was being typed when the page was left is nobody's decision yet. */
  function keepLeftBehind(): void {
    const left = [...drafts].filter(([key, { isTyping }]) => isTyping && !unwritten.has(key));
    setAll(left.map(([key, { isTyping: _, ...draft }]) => [key, { ...draft, problem: leftBehind() }]));
  }

  return {
    get: (key) => drafts.get(key),
    all: () => drafts,
    set: (key, draft) => setAll([[key, draft]]),
    setAll,
    isSent: (key) => stored.get(key)?.attempted !== undefined,
    countUnsaved: () => [...drafts.values()].filter(({ problem, isTyping }) => problem || isTyping).length,
    isKept: () => unwritten.size === 0,
    follow() {
      const readOn = () => read().catch(warnOfRead);
      void read().then(keepLeftBehind, warnOfRead);
      return scoreOutbox.onChange(readOn);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    subscribeCell(key, listener) {
      const own = cellListeners.get(key) ?? new Set();
      cellListeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
      };
    },
  };
}

const draftOf = ({ typed, typedAt, seen, isTyping, problem }: QueuedScore): CellDraft => ({
  typed,
  typedAt,
  seen,
  ...(isTyping ? { isTyping } : {}),
  ...(problem ? { problem } : {}),
});

const leftBehind = () => ({ kind: 'kept', message: t`Typed earlier on this device and not saved.` }) as const;
const unkept = () =>
  ({ kind: 'unkept', message: t`This device could not keep it, so it was not sent. Connect, or free some space, and try again.` }) as const;

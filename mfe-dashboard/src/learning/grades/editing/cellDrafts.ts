import { t } from '@lingui/core/macro';
import type { CellDraft, KeptDrafts } from './keptDrafts.ts';

/** Key of a cell. */
export const cellKey = (assessmentId: string, studentId: string) => `${assessmentId} ${studentId}`;

type DraftChange = readonly [key: string, draft: CellDraft | undefined];

/** Drafts of cells. Each cell subscribes to its own key, so that a keystroke re-renders one cell. */
export type CellDrafts = {
  get: (key: string) => CellDraft | undefined;
  set: (key: string, draft: CellDraft | undefined) => void;
  setAll: (changes: readonly DraftChange[]) => void;
  all: () => ReadonlyMap<string, CellDraft>;
  /** Cells that are being sent; they need nobody's decision. */
  inFlight: Set<string>;
  /** How many drafts are neither saved nor on their way. */
  countUnsaved: () => number;
  /** Whether the browser keeps the drafts when the page is left. */
  isKept: () => boolean;
  /** Follows what other tabs change; returns how to end it. */
  follow: () => () => void;
  /** Subscribes to every cell. */
  subscribe: (listener: () => void) => () => void;
  /** Subscribes to one cell. */
  subscribeCell: (key: string, listener: () => void) => () => void;
};

const leftBehind = { kind: 'kept', message: t`Typed earlier on this device and not saved.` } as const;

export function createCellDrafts(kept: KeptDrafts): CellDrafts {
  let drafts: ReadonlyMap<string, CellDraft> = new Map(
    [...kept.read()].map(([key, draft]) => [key, draft.problem ? draft : { ...draft, problem: leftBehind }]),
  );
  let isKept = true;
  const inFlight = new Set<string>();
  const listeners = new Set<() => void>();
  const cellListeners = new Map<string, Set<() => void>>();
  const notify = (keys: Iterable<string>) => {
    for (const key of keys) for (const listener of cellListeners.get(key) ?? []) listener();
    for (const listener of listeners) listener();
  };
  const setAll = (changes: readonly DraftChange[]) => {
    const next = new Map(drafts);
    for (const [key, draft] of changes) {
      if (draft) next.set(key, draft);
      else next.delete(key);
    }
    drafts = next;
    isKept = kept.change(changes);
    notify(changes.map(([key]) => key));
  };
  return {
    get: (key) => drafts.get(key),
    all: () => drafts,
    set: (key, draft) => setAll([[key, draft]]),
    setAll,
    inFlight,
    countUnsaved: () => [...drafts].filter(([key, { problem }]) => problem || !inFlight.has(key)).length,
    isKept: () => isKept,
    follow: () =>
      kept.subscribe(() => {
        const keys = [...drafts.keys()];
        drafts = kept.read();
        notify(new Set([...keys, ...drafts.keys()]));
      }),
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

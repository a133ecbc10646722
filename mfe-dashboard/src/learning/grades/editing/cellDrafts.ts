/** Text typed into a cell that is not saved, and why it could not be. */
export type CellDraft = { typed: string; problem?: string };

/** Key of a cell. */
export const cellKey = (assessmentId: string, studentId: string) => `${assessmentId} ${studentId}`;

/** Drafts of cells. Each cell subscribes to its own key, so that a keystroke re-renders one cell. */
export type CellDrafts = {
  get: (key: string) => CellDraft | undefined;
  set: (key: string, draft: CellDraft | undefined) => void;
  all: () => ReadonlyMap<string, CellDraft>;
  /** Subscribes to every cell. */
  subscribe: (listener: () => void) => () => void;
  /** Subscribes to one cell. */
  subscribeCell: (key: string, listener: () => void) => () => void;
};

export function createCellDrafts(): CellDrafts {
  let drafts: ReadonlyMap<string, CellDraft> = new Map();
  const listeners = new Set<() => void>();
  const cellListeners = new Map<string, Set<() => void>>();
  return {
    get: (key) => drafts.get(key),
    all: () => drafts,
    set(key, draft) {
      const next = new Map(drafts);
      if (draft) next.set(key, draft);
      else next.delete(key);
      drafts = next;
      for (const listener of [...(cellListeners.get(key) ?? []), ...listeners]) listener();
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

/** Parses pasted spreadsheet cells into rows. */
export function parsePastedCells(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
}

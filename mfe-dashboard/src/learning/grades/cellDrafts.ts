/** What was typed into a cell and is not written yet, and why not. */
export type CellDraft = { typed: string; problem?: string };

/** The cell of an assessment and a learner. */
export const cellKey = (assessmentId: string, studentId: string) => `${assessmentId} ${studentId}`;

/** The cells being typed into. Each cell listens for itself, so a key stroke draws one cell. */
export type CellDrafts = {
  get: (key: string) => CellDraft | undefined;
  set: (key: string, draft: CellDraft | undefined) => void;
  all: () => ReadonlyMap<string, CellDraft>;
  /** Listens to every cell. */
  subscribe: (listener: () => void) => () => void;
  /** Listens to one cell. */
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

/** The cells of a pasted block, row by row, as a spreadsheet gives them. */
export function parsePastedCells(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
}

import { z } from 'zod';
import type { GradebookId } from '@masomo/data/learning/gradebook';

const cellDraftSchema = z.object({
  typed: z.string(),
  seen: z.number().nullable(),
  problem: z.object({ kind: z.enum(['invalid', 'changed', 'refused', 'unsent', 'kept']), message: z.string() }).optional(),
});
const keptSchema = z.record(z.string(), cellDraftSchema);

/**
 * Text typed into a cell that is not saved, the score the cell held when typing began, and why it is not saved: it is no score, somebody
 * else changed the cell, the server refused it, there was no connection, or the page was left before it was sent.
 */
export type CellDraft = z.infer<typeof cellDraftSchema>;
export type DraftProblem = NonNullable<CellDraft['problem']>;

const prefix = 'masomo-marks';
const keyOf = (owner: string, { classId, subjectId, termId }: GradebookId) => [prefix, owner, classId, subjectId, termId].join(' ');

function parseKept(stored: string | null): ReadonlyMap<string, CellDraft> {
  if (stored === null) return new Map();
  try {
    return new Map(Object.entries(keptSchema.parse(JSON.parse(stored))));
  } catch {
    return new Map();
  }
}

/** The drafts of a person's gradebook that this browser keeps until they are saved; all tabs share them. */
export function keptDrafts(owner: string, gradebookId: GradebookId) {
  const key = keyOf(owner, gradebookId);
  const read = () => parseKept(localStorage.getItem(key));
  return {
    read: () => {
      try {
        return read();
      } catch {
        return new Map<string, CellDraft>();
      }
    },
    /** Changes some drafts and leaves those another tab wrote. Returns false when this browser keeps nothing. */
    change(drafts: readonly (readonly [key: string, draft: CellDraft | undefined])[]): boolean {
      try {
        const next = new Map(read());
        for (const [cell, draft] of drafts) {
          if (draft) next.set(cell, draft);
          else next.delete(cell);
        }
        if (next.size > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(next)));
        else localStorage.removeItem(key);
        return true;
      } catch {
        return false;
      }
    },
    /** Calls the listener after another tab changed them. */
    subscribe(listener: () => void): () => void {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

export type KeptDrafts = ReturnType<typeof keptDrafts>;

/** The gradebooks of which this browser keeps drafts of a person, with how many. */
export function listKeptGradebooks(owner: string): { gradebookId: GradebookId; count: number }[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [start, of, classId = '', subjectId = '', termId = ''] = key.split(' ');
      if (start !== prefix || of !== owner) return [];
      const count = parseKept(localStorage.getItem(key)).size;
      return count > 0 ? [{ gradebookId: { classId, subjectId, termId }, count }] : [];
    });
  } catch {
    return [];
  }
}

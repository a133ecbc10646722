import * as z from '@masomo/data/zod';
import type { OldStore } from '@masomo/remote/offline/oldStores';
import type { CellDraft, DraftProblem, QueuedScore } from './scoreDraft.ts';

const problemSchema = z.object({ kind: z.enum(['invalid', 'changed', 'refused', 'unsent', 'kept']), message: z.string() });
const oldSchema = z.record(z.string(), z.object({ typed: z.string(), seen: z.nullable(z.number()), problem: z.optional(problemSchema) }));
type OldDrafts = z.infer<typeof oldSchema>;
type OldDraft = OldDrafts[string];

/** Where releases before the outbox keep drafts in local storage, in the clear: a key for each person and gradebook. */
const prefix = 'masomo-marks ';

function readOld(key: string): OldDrafts {
  try {
    return oldSchema.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    // Nobody could read it in those releases either.
    return {};
  }
}

function problemOf({ problem }: OldDraft): Pick<CellDraft, 'isTyping' | 'problem'> {
  // The page was left before the cell was.
  if (!problem) return { isTyping: true };
  if (problem.kind === 'unsent') return {};
  const { kind, message } = problem;
  const kept: DraftProblem = kind === 'changed' ? { kind, message, by: null, at: null } : { kind, message };
  return { problem: kept };
}

const opened = new Set<string>();

/**
 * Takes drafts over, and later those that a tab of such a release still writes: only the ones it has done with, since it would lose the
 * text that is being typed into it.
 */
export const takeOldDrafts: OldStore<QueuedScore> = async (owner, take) => {
  const isFirst = !opened.has(owner);
  opened.add(owner);
  for (const key of oldKeys(owner)) {
    const [, , classId = '', subjectId = '', termId = ''] = key.split(' ');
    const drafts = Object.entries(readOld(key)).filter(([, draft]) => isFirst || draft.problem);
    const items = drafts.map(([cell, draft]): QueuedScore => {
      const [assessmentId = '', studentId = ''] = cell.split(' ');
      const { typed, seen } = draft;
      return { owner, classId, subjectId, termId, assessmentId, studentId, typed, seen, typedAt: Date.now(), ...problemOf(draft) };
    });
    if (items.length > 0) await take(items);
    removeTaken(key, new Map(drafts));
  }
};

function oldKeys(owner: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${owner} `));
  } catch {
    return [];
  }
}

/** What was typed on in the meantime stays for the next time. */
function removeTaken(key: string, taken: ReadonlyMap<string, OldDraft>): void {
  const left = Object.entries(readOld(key)).filter(([cell, draft]) => JSON.stringify(draft) !== JSON.stringify(taken.get(cell)));
  if (left.length > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(left)));
  else localStorage.removeItem(key);
}

/** Calls the listener when a tab of such a release has written. */
export function followOldDrafts(listener: () => void): void {
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key?.startsWith(prefix)) listener();
  });
}

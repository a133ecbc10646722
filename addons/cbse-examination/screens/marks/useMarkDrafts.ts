import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { useUnsavedChanges } from '@masomo/navigation';
import type { Mark, Test } from '../../data/cbse.ts';
import { saveMarks, type MarkWrite } from '../../data/cbseCommands.ts';
import { isSameMark, typedMark } from './typedMark.ts';

/** What was typed into a cell and is not saved; `problem` says why not. `seen` is what the cell held when it was edited. */
export type Draft = { text: string; seen: Mark | undefined; isSending?: boolean; problem?: string };
export type Drafts = Readonly<Record<string, Draft>>;
export type Entry = { studentId: string; text: string; seen: Mark | undefined };
export const cellKey = (testId: string, studentId: string) => `${testId} ${studentId}`;

const without = (drafts: Drafts, keys: readonly string[]): Record<string, Draft> =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.includes(key)));

/** Keeps what is typed until it is saved: a cell that is refused or cannot be sent keeps its text and says why. */
export function useMarkDrafts() {
  const [drafts, setDrafts] = useState<Drafts>({});
  useUnsavedChanges(Object.keys(drafts).length > 0);
  const send = useCommand(saveMarks, { invalidates: ['cbse'], isQueued: true });
  const set = (entries: readonly (readonly [string, Draft])[]) => setDrafts((all) => ({ ...all, ...Object.fromEntries(entries) }));

  /** Saves entries of a test; several at once for a column that was pasted. */
  async function save(test: Test, entries: readonly Entry[]): Promise<void> {
    const cells: MarkWrite[] = [];
    const sent: (readonly [string, Draft])[] = [];
    const refusedHere: (readonly [string, Draft])[] = [];
    const unchanged: string[] = [];
    for (const { studentId, text, seen } of entries) {
      const key = cellKey(test.id, studentId);
      const mark = typedMark(text, test.maxScore);
      if (!mark) refusedHere.push([key, { text, seen, problem: t`Enter 0 to ${test.maxScore}, AB or EX.` }]);
      else if (isSameMark(mark, seen)) unchanged.push(key);
      else {
        cells.push({ studentId, mark, seen });
        sent.push([key, { text, seen, isSending: true }]);
      }
    }
    setDrafts((all) => ({ ...without(all, unchanged), ...Object.fromEntries([...refusedHere, ...sent]) }));
    if (cells.length === 0) return;
    const refusals = await send.run({ testId: test.id, cells });
    if (!refusals) {
      set(sent.map(([key, draft]) => [key, { ...draft, isSending: false, problem: t`Not saved. Press Enter to try again.` }]));
      return;
    }
    const refused = new Map(refusals.map((refusal) => [cellKey(test.id, refusal.studentId), refusal]));
    setDrafts((all) => ({
      ...without(
        all,
        sent.map(([key]) => key),
      ),
      ...Object.fromEntries(
        sent.flatMap(([key, { text }]) => {
          const refusal = refused.get(key);
          return refusal ? [[key, { text, seen: refusal.mark, problem: refusal.message }]] : [];
        }),
      ),
    }));
  }

  return {
    drafts,
    type: (key: string, text: string, seen: Mark | undefined) => set([[key, { text, seen: drafts[key] ? drafts[key].seen : seen }]]),
    revert: (key: string) => setDrafts((all) => without(all, [key])),
    save: (test: Test, entries: readonly Entry[]) => void save(test, entries),
  };
}
export type MarkDrafts = ReturnType<typeof useMarkDrafts>;

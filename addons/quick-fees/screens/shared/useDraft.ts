import { useMemo, useSyncExternalStore } from 'react';
import { parseDraft, readDraftText, startDraft, subscribeDraft, writeDraft, type Draft } from './draftStore.ts';

/** The receipt that this person is filling in, the same in every tab of the browser. */
export function useDraft(owner: string) {
  const text = useSyncExternalStore(subscribeDraft, readDraftText);
  const draft = useMemo(() => parseDraft(text, owner), [text, owner]);
  const change = (lines: Draft['lines']) => writeDraft({ ...draft, lines });
  return {
    draft,
    add: (studentId: string, balance: number) => {
      if (draft.lines.some((line) => line.studentId === studentId)) return;
      change([...draft.lines, { studentId, amount: balance > 0 ? String(balance) : '' }]);
    },
    setAmount: (studentId: string, amount: string) =>
      change(draft.lines.map((line) => (line.studentId === studentId ? { studentId, amount } : line))),
    remove: (studentId: string) => change(draft.lines.filter((line) => line.studentId !== studentId)),
    restart: () => startDraft(owner),
  };
}

import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import type { PastedMark } from '@masomo/domain/pastedMarks';
import type { Mark } from '@masomo/domain/marks';
import { markText } from '../markText.ts';
import { cellKey, type CellDrafts } from '../editing/cellDrafts.ts';

/** A cell that a paste would write, the text it shows now, and the mark it is written against. */
export type PasteChange = PastedMark<Assessment> & { before: string; seen: Mark | null };

/** Whether a pasted blank would erase what the cell shows. */
export const erases = ({ before, typed }: PasteChange) => typed === '' && before !== '';

/** Pasted marks beside what their cells show. */
export function pasteChangesOf(
  marks: readonly PastedMark<Assessment>[],
  { scores }: Pick<Gradebook, 'scores'>,
  cellDrafts: CellDrafts,
): PasteChange[] {
  return marks.map((mark) => {
    const draft = cellDrafts.get(cellKey(mark.assessment.id, mark.studentId));
    const score = scores[mark.studentId]?.[mark.assessment.id];
    return { ...mark, before: draft?.typed ?? markText(score), seen: draft?.seen ?? score ?? null };
  });
}

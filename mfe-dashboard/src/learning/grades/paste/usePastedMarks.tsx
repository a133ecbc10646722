import { useState, type ClipboardEvent } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { readPastedBlock } from '@masomo/documents/tables/readPastedBlock';
import { planPaste, type LeftOut } from '@masomo/domain/pastedMarks';
import { cellKey } from '../editing/cellDrafts.ts';
import type { GradebookEditing } from '../editing/useGradebookEditing.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { erases, pasteChangesOf, type PasteChange } from './pasteChanges.ts';
import { PastePreviewDialog } from './PastePreviewDialog.tsx';

type PasteQuestion = { changes: readonly PasteChange[]; leftOut: readonly LeftOut[]; isCertain: boolean };
type PastedMarksContext = Pick<GradebookEditing, 'cellDrafts' | 'write'> & { gradebook: Gradebook; assessments: readonly Assessment[] };

/** Fills a pasted block in, and asks first where it does not fit, is not certain or would erase marks. */
export function usePastedMarks({ gradebook, assessments, cellDrafts, write }: PastedMarksContext) {
  const [question, setQuestion] = useState<PasteQuestion>();

  function fillIn(changes: readonly PasteChange[]) {
    setQuestion(undefined);
    const typedAt = Date.now();
    cellDrafts.setAll(
      changes.map(({ assessment, studentId, typed, seen }) => [cellKey(assessment.id, studentId), { typed, typedAt, seen }]),
    );
    for (const [assessment, cells] of Map.groupBy(changes, (change) => change.assessment))
      write(
        assessment,
        cells.map(({ studentId }) => studentId),
      );
  }

  /** Takes the paste of several cells; a single one is text typed into its field. */
  function pasteAt(event: ClipboardEvent<HTMLElement>, row: number, column: number) {
    const block = readPastedBlock(event.clipboardData.getData('text/plain'));
    if (block.length === 1 && block[0]?.length === 1) return;
    event.preventDefault();
    const { marks, leftOut, isCertain } = planPaste(block, { students: gradebook.rows, assessments, row, column });
    const changes = pasteChangesOf(marks, gradebook, cellDrafts);
    if (isCertain && !changes.some(erases)) fillIn(changes);
    else setQuestion({ changes, leftOut, isCertain });
  }

  const answers = { onPaste: fillIn, onClose: () => setQuestion(undefined) };
  const dialog =
    question &&
    (question.isCertain ? (
      <EraseDialog changes={question.changes} {...answers} />
    ) : (
      <PastePreviewDialog changes={question.changes} leftOut={question.leftOut} {...answers} />
    ));
  return { pasteAt, dialog };
}

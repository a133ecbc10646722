import { t } from '@lingui/core/macro';
import { memo, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { Box } from '@masomo/design-system';
import { GradebookHeader } from './GradebookHeader.tsx';
import { GradebookTableRow } from './GradebookTableRow.tsx';
import { cellKey } from './editing/cellDrafts.ts';
import { gradebookStyles } from './gradebookStyles.ts';
import type { CellDraft } from './editing/scoreDraft.ts';
import type { GradebookEditing } from './editing/useGradebookEditing.ts';
import { usePastedMarks } from './paste/usePastedMarks.tsx';

type GradebookTableProps = Pick<GradebookEditing, 'cellDrafts' | 'write'> & {
  gradebook: Gradebook;
  assessments: Assessment[];
  onEdit: (assessment: Assessment) => void;
};

/** Leaving a cell sends what was typed, but nothing again that was refused. */
const isReady = (draft: CellDraft | undefined) => draft?.isTyping === true && !draft.problem;

/** Arrow keys and Enter move, Escape reverts, a pasted block fills downwards. */
export const GradebookTable = memo(function GradebookTable({ gradebook, assessments, cellDrafts, write, onEdit }: GradebookTableProps) {
  // Revalidation returns new objects: equal columns keep their identity, so that rows do not re-render.
  const [columns, setColumns] = useState(assessments);
  if (columns !== assessments && JSON.stringify(columns) !== JSON.stringify(assessments)) setColumns(assessments);
  const [scale, setScale] = useState(gradebook.scale);
  if (scale !== gradebook.scale && JSON.stringify(scale) !== JSON.stringify(gradebook.scale)) setScale(gradebook.scale);
  const { pasteAt, dialog } = usePastedMarks({ gradebook, assessments, cellDrafts, write });
  const cellPosition = (target: EventTarget) =>
    target instanceof HTMLInputElement ? target.dataset['position']?.split(' ').map(Number) : undefined;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const [row, column] = cellPosition(event.target) ?? [];
    const input = event.target;
    if (row === undefined || column === undefined || !(input instanceof HTMLInputElement)) return;
    const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const steps: Record<string, [number, number] | false> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      Enter: [event.shiftKey ? -1 : 1, 0],
      ArrowRight: (isAll || input.selectionStart === input.value.length) && [0, 1],
      ArrowLeft: (isAll || input.selectionEnd === 0) && [0, -1],
    };
    const step = steps[event.key];
    if (event.key === 'Escape') {
      const [assessment, student] = [assessments[column], gradebook.rows[row]];
      if (assessment && student) cellDrafts.set(cellKey(assessment.id, student.studentId), undefined);
    }
    if (!step) return;
    event.preventDefault();
    const next = event.currentTarget.querySelector<HTMLInputElement>(`input[data-position="${row + step[0]} ${column + step[1]}"]`);
    if (next) next.focus();
    else if (event.key === 'Enter') input.blur();
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    const [row, column] = cellPosition(event.target) ?? [];
    const [assessment, student] = [assessments[column ?? -1], gradebook.rows[row ?? -1]];
    if (assessment && student && isReady(cellDrafts.get(cellKey(assessment.id, student.studentId)))) write(assessment, [student.studentId]);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const [row, column] = cellPosition(event.target) ?? [];
    if (row !== undefined && column !== undefined) pasteAt(event, row, column);
  }
  return (
    <Box css={gradebookStyles} onKeyDown={onKeyDown} onBlur={onBlur} onPaste={onPaste}>
      <table aria-label={t`Gradebook`}>
        <GradebookHeader assessments={columns} scale={scale} onEdit={onEdit} />
        <tbody>
          {gradebook.rows.map(({ studentId, student, admissionNumber, leftOn }, index) => (
            <GradebookTableRow
              key={studentId}
              cellDrafts={cellDrafts}
              write={write}
              scale={scale}
              assessments={columns}
              index={index}
              studentId={studentId}
              student={student}
              admissionNumber={admissionNumber}
              leftOn={leftOn}
              scores={gradebook.scores[studentId]}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </Box>
  );
});

import { memo, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { Box } from '@masomo/design-system';
import { GradebookHeader } from './GradebookHeader.tsx';
import { GradebookTableRow } from './GradebookTableRow.tsx';
import { cellKey, parsePastedCells } from './cellDrafts.ts';
import { gradebookStyles } from './gradebookStyles.ts';
import type { GradebookEditing } from './useGradebookEditing.ts';

type GradebookTableProps = Pick<GradebookEditing, 'cellDrafts' | 'write'> & {
  gradebook: Gradebook;
  assessments: Assessment[];
  onEdit: (assessment: Assessment) => void;
};

/** Arrow keys and Enter move, Escape reverts, a pasted block fills downwards. */
export const GradebookTable = memo(function GradebookTable({ gradebook, assessments, cellDrafts, write, onEdit }: GradebookTableProps) {
  // Revalidation returns new objects: equal columns keep their identity, so that rows do not re-render.
  const [columns, setColumns] = useState(assessments);
  if (columns !== assessments && JSON.stringify(columns) !== JSON.stringify(assessments)) setColumns(assessments);
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
    if (assessment && student && cellDrafts.get(cellKey(assessment.id, student.studentId))) write(assessment, [student.studentId]);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const [row, column] = cellPosition(event.target) ?? [];
    const block = parsePastedCells(event.clipboardData.getData('text/plain'));
    if (row === undefined || column === undefined || (block.length === 1 && block[0]?.length === 1)) return;
    event.preventDefault();
    for (const [offset, assessment] of assessments.slice(column, column + Math.max(...block.map((cells) => cells.length))).entries()) {
      const students = gradebook.rows.slice(row, row + block.length);
      students.forEach(({ studentId }, index) => {
        const typed = block[index]?.[offset];
        if (typed !== undefined) cellDrafts.set(cellKey(assessment.id, studentId), { typed });
      });
      write(
        assessment,
        students.map(({ studentId }) => studentId),
      );
    }
  }
  return (
    <Box css={gradebookStyles} onKeyDown={onKeyDown} onBlur={onBlur} onPaste={onPaste}>
      <table aria-label="Gradebook">
        <GradebookHeader assessments={columns} onEdit={onEdit} />
        <tbody>
          {gradebook.rows.map(({ studentId, student, admissionNumber }, index) => (
            <GradebookTableRow
              key={studentId}
              cellDrafts={cellDrafts}
              assessments={columns}
              index={index}
              studentId={studentId}
              student={student}
              admissionNumber={admissionNumber}
              scores={gradebook.scores[studentId]}
            />
          ))}
        </tbody>
      </table>
    </Box>
  );
});

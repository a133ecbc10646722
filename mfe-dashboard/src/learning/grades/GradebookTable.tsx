import { t } from '@lingui/core/macro';
import { memo, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { Box } from '@masomo/design-system';
import { moveInSheet, positionOf } from '@masomo/design-system/sheetKeys';
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const [row, column] = positionOf(event.target) ?? [-1, -1];
    const [assessment, student] = [assessments[column], gradebook.rows[row]];
    if (event.key === 'Escape' && assessment && student) cellDrafts.set(cellKey(assessment.id, student.studentId), undefined);
    moveInSheet(event);
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    const [row, column] = positionOf(event.target) ?? [];
    const [assessment, student] = [assessments[column ?? -1], gradebook.rows[row ?? -1]];
    if (assessment && student && isReady(cellDrafts.get(cellKey(assessment.id, student.studentId)))) write(assessment, [student.studentId]);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const [row, column] = positionOf(event.target) ?? [];
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

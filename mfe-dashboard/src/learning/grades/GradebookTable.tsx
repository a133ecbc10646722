import { t } from '@lingui/core/macro';
import { memo, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { Box } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import type { Absence } from '@masomo/domain/marks';
import { useSheetAdvance } from '@masomo/design-system/sheetAdvance';
import { moveInSheet, positionOf } from '@masomo/design-system/sheetKeys';
import { AbsenceButtons } from './AbsenceButtons.tsx';
import { GradebookHeader } from './GradebookHeader.tsx';
import { GradebookTableRow } from './GradebookTableRow.tsx';
import { cellKey } from './editing/cellDrafts.ts';
import { gradebookStyles } from './gradebookStyles.ts';
import { markText } from './markText.ts';
import type { CellDraft } from './editing/scoreDraft.ts';
import type { GradebookEditing } from './editing/useGradebookEditing.ts';
import { useAdvance } from './useAdvance.ts';
import { usePastedMarks } from './paste/usePastedMarks.tsx';

type GradebookTableProps = Pick<GradebookEditing, 'cellDrafts' | 'write'> & {
  gradebook: Gradebook;
  assessments: Assessment[];
  onEdit: (assessment: Assessment) => void;
};

/** Leaving a cell sends what was typed, but nothing again that was refused. */
const isReady = (draft: CellDraft | undefined) => draft?.isTyping === true && !draft.problem;

/** Arrow keys, Enter and a whole mark move, Escape reverts, a pasted block fills downwards. */
export const GradebookTable = memo(function GradebookTable({ gradebook, assessments, cellDrafts, write, onEdit }: GradebookTableProps) {
  // Revalidation returns new objects: equal columns keep their identity, so that rows do not re-render.
  const [columns, setColumns] = useState(assessments);
  if (columns !== assessments && JSON.stringify(columns) !== JSON.stringify(assessments)) setColumns(assessments);
  const [scale, setScale] = useState(gradebook.scale);
  if (scale !== gradebook.scale && JSON.stringify(scale) !== JSON.stringify(gradebook.scale)) setScale(gradebook.scale);
  const { pasteAt, dialog } = usePastedMarks({ gradebook, assessments, cellDrafts, write });

  const { isOn, setOn } = useAdvance();
  const advance = useSheetAdvance((column) => (isOn ? assessments[column]?.maxScore : undefined));
  const table = useRef<HTMLDivElement>(null);
  const chosen = useRef<readonly [row: number, column: number]>(undefined);
  const [isCellChosen, setIsCellChosen] = useState(false);

  function onFocus(event: FocusEvent<HTMLElement>) {
    const position = positionOf(event.target);
    if (!position) return;
    chosen.current = position;
    setIsCellChosen(true);
  }

  function fillInAbsence(absence: Absence) {
    const [row, column] = chosen.current ?? [-1, -1];
    const [assessment, student] = [assessments[column], gradebook.rows[row]];
    if (!assessment || !student) return;
    const key = cellKey(assessment.id, student.studentId);
    const draft = cellDrafts.get(key);
    const seen = draft ? draft.seen : (gradebook.scores[student.studentId]?.[assessment.id] ?? null);
    cellDrafts.set(key, { typed: markText(absence), typedAt: Date.now(), seen });
    write(assessment, [student.studentId]);
    table.current?.querySelector<HTMLInputElement>(`input[data-position="${row + 1} ${column}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const [row, column] = positionOf(event.target) ?? [-1, -1];
    const [assessment, student] = [assessments[column], gradebook.rows[row]];
    if (event.key === 'Escape' && assessment && student) cellDrafts.set(cellKey(assessment.id, student.studentId), undefined);
    if (!advance.onKeyDown(event)) moveInSheet(event);
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
    <>
      <AbsenceButtons
        absentCountsAsZero={assessments.some(({ absentCountsAsZero }) => absentCountsAsZero)}
        isCellChosen={isCellChosen}
        onChoose={fillInAbsence}
      />
      <Box my="3">
        <SwitchField
          label={t`Move to the next student once a mark is complete`}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Box>
      <Box
        ref={table}
        css={gradebookStyles}
        onFocus={onFocus}
        onChange={advance.onChange}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onPaste={onPaste}
      >
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
    </>
  );
});

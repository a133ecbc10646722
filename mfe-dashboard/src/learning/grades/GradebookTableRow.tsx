import { t } from '@lingui/core/macro';
import { memo, useCallback, useId, useSyncExternalStore } from 'react';
import type { Assessment, StudentScores } from '@masomo/data/learning/gradebook';
import { formatDate } from '@masomo/domain/time';
import { bandLabel, gradeOf, percentText, type GradingScale } from '@masomo/domain/gradebook';
import type { Mark } from '@masomo/domain/marks';
import { translate } from '@masomo/i18n';
import { CellProblem } from './CellProblem.tsx';
import { markText } from './markText.ts';
import { percentOf } from './percentOf.ts';
import { cellKey, type CellDrafts } from './editing/cellDrafts.ts';
import type { GradebookEditing } from './editing/useGradebookEditing.ts';

type CellProps = {
  cellDrafts: CellDrafts;
  write: GradebookEditing['write'];
  assessment: Assessment;
  studentId: string;
  label: string;
  savedScore: Mark | undefined;
  position: string;
};

const Cell = memo(function Cell({ cellDrafts, write, assessment, studentId, label, savedScore, position }: CellProps) {
  const cellId = cellKey(assessment.id, studentId);
  const reasonId = useId();
  const subscribe = useCallback((listener: () => void) => cellDrafts.subscribeCell(cellId, listener), [cellDrafts, cellId]);
  const draft = useSyncExternalStore(subscribe, () => cellDrafts.get(cellId));
  const problem = draft?.problem;
  // A text typed after a refusal answers what the refusal has shown; one typed on keeps the score it started from.
  const seen = draft ? draft.seen : (savedScore ?? null);
  return (
    <td>
      <input
        data-position={position}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && reasonId}
        data-draft={draft !== undefined || undefined}
        value={draft?.typed ?? markText(savedScore)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => cellDrafts.set(cellId, { typed: event.currentTarget.value, typedAt: Date.now(), seen, isTyping: true })}
      />
      {draft && problem && (
        <CellProblem
          id={reasonId}
          draft={draft}
          problem={problem}
          onSave={() => {
            cellDrafts.set(cellId, { typed: draft.typed, typedAt: Date.now(), seen: savedScore ?? null });
            write(assessment, [studentId]);
          }}
          onDiscard={() => cellDrafts.set(cellId, undefined)}
        />
      )}
    </td>
  );
});

type GradebookTableRowProps = {
  cellDrafts: CellDrafts;
  write: GradebookEditing['write'];
  scale: GradingScale | null;
  assessments: readonly Assessment[];
  index: number;
  studentId: string;
  student: string;
  admissionNumber: string;
  leftOn: string | null;
  scores: StudentScores | undefined;
};

/** Memoized per student, so that saving a mark re-renders one row. */
export const GradebookTableRow = memo(function GradebookTableRow({
  cellDrafts,
  write,
  scale,
  assessments,
  index,
  studentId,
  student,
  admissionNumber,
  leftOn,
  scores,
}: GradebookTableRowProps) {
  const percent = percentOf(scores, assessments);
  const grade = percent === null ? undefined : gradeOf(scale, percent);
  return (
    <tr>
      <th scope="row">
        {student}
        <small>{admissionNumber}</small>
        {leftOn && <small>{t`In this class until ${formatDate(leftOn)}`}</small>}
      </th>
      {assessments.map((assessment, column) => (
        <Cell
          key={assessment.id}
          cellDrafts={cellDrafts}
          write={write}
          assessment={assessment}
          studentId={studentId}
          label={t`${assessment.name} of ${student}`}
          savedScore={scores?.[assessment.id]}
          position={`${index} ${column}`}
        />
      ))}
      <td>{percentText(percent)}</td>
      {scale && <td>{grade ? <abbr title={translate(bandLabel(grade))}>{grade.code}</abbr> : '–'}</td>}
    </tr>
  );
});

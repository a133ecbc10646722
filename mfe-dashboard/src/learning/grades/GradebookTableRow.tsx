import { memo, useCallback, useSyncExternalStore } from 'react';
import type { Assessment, StudentScores } from '@masomo/data/learning/gradebook';
import { cbcLevelOf } from '@masomo/domain/gradebook';
import { percentOf } from './percentOf.ts';
import { cellKey, type CellDrafts } from './cellDrafts.ts';

type CellProps = { cellDrafts: CellDrafts; cellId: string; label: string; savedScore: number | undefined; position: string };

const Cell = memo(function Cell({ cellDrafts, cellId, label, savedScore, position }: CellProps) {
  const subscribe = useCallback((listener: () => void) => cellDrafts.subscribeCell(cellId, listener), [cellDrafts, cellId]);
  const draft = useSyncExternalStore(subscribe, () => cellDrafts.get(cellId));
  return (
    <td>
      <input
        data-position={position}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={draft?.problem !== undefined}
        title={draft?.problem}
        data-draft={draft !== undefined || undefined}
        value={draft?.typed ?? savedScore?.toString() ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => cellDrafts.set(cellId, { typed: event.currentTarget.value })}
      />
    </td>
  );
});

type GradebookTableRowProps = {
  cellDrafts: CellDrafts;
  assessments: readonly Assessment[];
  index: number;
  studentId: string;
  student: string;
  admissionNumber: string;
  scores: StudentScores | undefined;
};

/** Memoized per student, so that saving a mark re-renders one row. */
export const GradebookTableRow = memo(function GradebookTableRow({
  cellDrafts,
  assessments,
  index,
  studentId,
  student,
  admissionNumber,
  scores,
}: GradebookTableRowProps) {
  const percent = percentOf(scores, assessments);
  return (
    <tr>
      <th scope="row">
        {student}
        <small>{admissionNumber}</small>
      </th>
      {assessments.map(({ id, name }, column) => (
        <Cell
          key={id}
          cellDrafts={cellDrafts}
          cellId={cellKey(id, studentId)}
          label={`${name} of ${student}`}
          savedScore={scores?.[id]}
          position={`${index} ${column}`}
        />
      ))}
      <td>{percent === null ? '–' : `${percent}%`}</td>
      <td>{percent === null ? '–' : <abbr title={cbcLevelOf(percent).label}>{cbcLevelOf(percent).code}</abbr>}</td>
    </tr>
  );
});

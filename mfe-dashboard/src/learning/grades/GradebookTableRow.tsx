import { memo, useCallback, useSyncExternalStore } from 'react';
import type { Assessment, LearnerScores } from '@masomo/data/learning/gradebook';
import { cbcLevelOf } from '@masomo/domain/gradebook';
import { percentOf } from './percentOf.ts';
import { cellKey, type SheetStore } from './cellDrafts.ts';

type CellProps = { store: SheetStore; cell: string; label: string; given: number | undefined; at: string };

const Cell = memo(function Cell({ store, cell, label, given, at }: CellProps) {
  const subscribe = useCallback((listener: () => void) => store.subscribeCell(cell, listener), [store, cell]);
  const draft = useSyncExternalStore(subscribe, () => store.get(cell));
  return (
    <td>
      <input
        data-at={at}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={draft?.problem !== undefined}
        title={draft?.problem}
        data-draft={draft !== undefined || undefined}
        value={draft?.typed ?? given?.toString() ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => store.set(cell, { typed: event.currentTarget.value })}
      />
    </td>
  );
});

type SheetRowProps = {
  store: SheetStore;
  assessments: readonly Assessment[];
  index: number;
  studentId: string;
  student: string;
  admissionNumber: string;
  scores: LearnerScores | undefined;
};

/** One learner's marks, drawn again when one of them is saved. */
export const SheetRow = memo(function SheetRow({ store, assessments, index, studentId, student, admissionNumber, scores }: SheetRowProps) {
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
          store={store}
          cell={cellKey(id, studentId)}
          label={`${name} of ${student}`}
          given={scores?.[id]}
          at={`${index} ${column}`}
        />
      ))}
      <td>{percent === null ? '–' : `${percent}%`}</td>
      <td>{percent === null ? '–' : <abbr title={cbcLevelOf(percent).label}>{cbcLevelOf(percent).code}</abbr>}</td>
    </tr>
  );
});

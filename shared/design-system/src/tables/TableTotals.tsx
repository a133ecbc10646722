import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Table } from '@chakra-ui/react';
import { cardLabel } from './cardLabel.ts';
import type { DataTableColumn } from './types.ts';

type TableTotalsProps<Row> = {
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  isSelectable: boolean;
  isWhole: boolean;
  totals: Readonly<Record<string, ReactNode>> | undefined;
};

/** The row with the sums of the columns that have one. */
export function TableTotals<Row>({ columns, rows, isSelectable, isWhole, totals }: TableTotalsProps<Row>) {
  const totalOf = ({ id, total }: DataTableColumn<Row>) => (totals && id in totals ? totals[id] : total?.(rows));
  if (rows.length < 2 || columns.every(({ id, total }) => total === undefined && !(totals && id in totals))) return null;
  return (
    <Table.Footer role="rowgroup">
      <Table.Row role="row">
        {isSelectable && <Table.Cell role="cell" />}
        {columns.map((column, index) => (
          <Table.Cell
            key={column.id}
            role="cell"
            textAlign={column.align ?? 'start'}
            {...(index > 0 ? { 'data-label': cardLabel(column) } : {})}
          >
            {index === 0 ? isWhole || totals ? <Trans>Total</Trans> : <Trans>Total of this page</Trans> : totalOf(column)}
          </Table.Cell>
        ))}
      </Table.Row>
    </Table.Footer>
  );
}

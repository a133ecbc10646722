import { Trans } from '@lingui/react/macro';
import { Table } from '@chakra-ui/react';
import type { DataTableColumn } from './types.ts';

type TableTotalsProps<Row> = { columns: readonly DataTableColumn<Row>[]; rows: readonly Row[]; isSelectable: boolean; isWhole: boolean };

/** The row with the sums of the columns that have one. */
export function TableTotals<Row>({ columns, rows, isSelectable, isWhole }: TableTotalsProps<Row>) {
  if (rows.length < 2 || columns.every(({ total }) => total === undefined)) return null;
  return (
    <Table.Footer role="rowgroup">
      <Table.Row role="row">
        {isSelectable && <Table.Cell role="cell" />}
        {columns.map(({ id, header, align, total }, index) => (
          <Table.Cell key={id} role="cell" textAlign={align ?? 'start'} {...(total ? { 'data-label': header } : {})}>
            {index === 0 ? isWhole ? <Trans>Total</Trans> : <Trans>Total of this page</Trans> : total?.(rows)}
          </Table.Cell>
        ))}
      </Table.Row>
    </Table.Footer>
  );
}

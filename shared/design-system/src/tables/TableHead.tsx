import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { chakra, Table, VisuallyHidden } from '@chakra-ui/react';
import { ArrowDownIcon, ArrowUpIcon, ChevronsUpDownIcon } from 'lucide-react';
import { Checkbox } from '../controls/Checkbox.tsx';
import type { DataTableColumn } from './types.ts';
import type { RecordTable } from './useRecordTable.ts';

const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    mx: '-2',
    my: '-1',
    px: '2',
    py: '1',
    borderRadius: 'l1',
    fontWeight: 'inherit',
    cursor: 'pointer',
    transitionProperty: 'background, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '& > svg': { boxSize: '0.875rem', flexShrink: '0' },
    '&[data-sorted]': { color: 'fg' },
    '&:not([data-sorted]) > svg': { opacity: 0.55 },
  },
});

const Unit = chakra('span', { base: { fontWeight: '400', color: 'fg.subtle' } });

type TableHeadProps<Row extends object> = {
  table: RecordTable<Row>;
  byId: ReadonlyMap<string, DataTableColumn<Row>>;
  isSelectable: boolean;
};

/** Column headers; a sortable one is a button that announces its sort direction. */
export function TableHead<Row extends object>({ table, byId, isSelectable }: TableHeadProps<Row>) {
  return (
    <Table.Header role="rowgroup">
      {table.getHeaderGroups().map((group) => (
        <Table.Row key={group.id} role="row">
          {isSelectable && (
            <Table.ColumnHeader role="columnheader" w="12" pe="0">
              <Checkbox
                display="grid"
                aria-label={t`Select all on this page`}
                checked={table.getIsAllPageRowsSelected()}
                isIndeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
                onChange={table.getToggleAllPageRowsSelectedHandler()}
              />
            </Table.ColumnHeader>
          )}
          {group.headers.map(({ id, column }) => {
            const { header = '', align = 'start', width, unit } = byId.get(column.id) ?? {};
            const sorted = column.getIsSorted();
            const Arrow = sorted === 'desc' ? ArrowDownIcon : sorted === 'asc' ? ArrowUpIcon : ChevronsUpDownIcon;
            return (
              <Table.ColumnHeader
                key={id}
                role="columnheader"
                textAlign={align}
                {...(width ? { w: width } : {})}
                {...(sorted ? { 'aria-sort': sorted === 'desc' ? 'descending' : 'ascending' } : {})}
              >
                {column.getCanSort() ? (
                  <SortButton type="button" data-sorted={sorted || undefined} onClick={column.getToggleSortingHandler()}>
                    {header}
                    {unit && <Unit htmlTranslate="no">{unit}</Unit>}
                    <Arrow aria-hidden />
                  </SortButton>
                ) : (
                  <>
                    {header || (
                      <VisuallyHidden>
                        <Trans>Actions</Trans>
                      </VisuallyHidden>
                    )}
                    {unit && <Unit htmlTranslate="no"> {unit}</Unit>}
                  </>
                )}
              </Table.ColumnHeader>
            );
          })}
        </Table.Row>
      ))}
    </Table.Header>
  );
}

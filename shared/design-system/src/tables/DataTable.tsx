import type { ReactNode } from 'react';
import { Box, Checkbox, chakra, HStack, Skeleton, Table, VisuallyHidden } from '@chakra-ui/react';
import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from 'lucide-react';
import { ErrorState } from '@masomo/design-system';
import { Pagination } from './Pagination.tsx';

export type DataTableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Set when the server can sort by this column; the id is what `onSortChange` reports. */
  sortable?: boolean;
  align?: 'start' | 'end';
  width?: string;
};

export type DataTableSort = { column: string; descending: boolean };

export type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** How many rows match in all, over every page. */
  total: number;
  /** Counted from 0. */
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  sort?: DataTableSort;
  onSortChange?: (sort: DataTableSort) => void;
  isLoading: boolean;
  error?: { message: string } | undefined;
  onRetry?: () => unknown;
  empty: ReactNode;
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
};

const SortButton = chakra('button');

/** A list of records the server pages and sorts: skeleton rows, error, empty or data, in that order. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, total, page, pageSize, onPageChange, isLoading, error, onRetry, empty, selected, onSelectedChange } = props;
  if (error && !rows) return <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />;
  if (!isLoading && rows?.length === 0) return <>{empty}</>;
  const shown = rows ?? [];
  const allSelected = shown.length > 0 && shown.every((row) => selected?.has(rowId(row)));
  const toggle = (ids: string[], isOn: boolean) => {
    const next = new Set(selected);
    for (const id of ids) if (isOn) next.add(id); else next.delete(id);
    onSelectedChange?.(next);
  };
  return (
    <Box>
      <Table.ScrollArea borderWidth="1px" borderRadius="lg" bg="bg.panel">
        <Table.Root aria-label={label} aria-busy={isLoading} size="sm">
          <Table.Header bg="bg.subtle">
            <Table.Row>
              {selected && <Table.ColumnHeader w="10"><SelectBox label="Select all on this page" checked={allSelected} onChange={(isOn) => toggle(shown.map(rowId), isOn)} /></Table.ColumnHeader>}
              {columns.map((column) => <HeaderCell key={column.id} column={column} {...props} />)}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {!rows && Array.from({ length: Math.min(pageSize, 8) }, (_, index) => (
              <Table.Row key={index}>{columns.map((column) => <Table.Cell key={column.id}><Skeleton h="5" /></Table.Cell>)}</Table.Row>
            ))}
            {shown.map((row) => (
              <Table.Row key={rowId(row)} _hover={{ bg: 'bg.subtle' }}>
                {selected && <Table.Cell><SelectBox label="Select this row" checked={selected.has(rowId(row))} onChange={(isOn) => toggle([rowId(row)], isOn)} /></Table.Cell>}
                {columns.map((column) => <Table.Cell key={column.id} textAlign={column.align ?? 'start'} py="3">{column.cell(row)}</Table.Cell>)}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <Pagination total={total} page={page} pageSize={pageSize} onPageChange={onPageChange} />
    </Box>
  );
}

function HeaderCell<Row>({ column, sort, onSortChange }: { column: DataTableColumn<Row> } & DataTableProps<Row>) {
  const isSorted = sort?.column === column.id;
  const Arrow = !isSorted ? ArrowUpDownIcon : sort.descending ? ArrowDownIcon : ArrowUpIcon;
  return (
    <Table.ColumnHeader textAlign={column.align ?? 'start'} {...(column.width ? { w: column.width } : {})} {...(isSorted ? { 'aria-sort': sort.descending ? 'descending' : 'ascending' } : {})}>
      {column.sortable && onSortChange ? (
        <SortButton type="button" cursor="pointer" onClick={() => onSortChange({ column: column.id, descending: isSorted ? !sort.descending : false })}>
          <HStack gap="1">{column.header}<Arrow size={14} aria-hidden /></HStack>
        </SortButton>
      ) : column.header || <VisuallyHidden>Actions</VisuallyHidden>}
    </Table.ColumnHeader>
  );
}

function SelectBox({ label, checked, onChange }: { label: string; checked: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox.Root size="sm" checked={checked} onCheckedChange={(change) => onChange(change.checked === true)} aria-label={label}>
      <Checkbox.HiddenInput aria-label={label} />
      <Checkbox.Control />
    </Checkbox.Root>
  );
}

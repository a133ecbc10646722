import { useCallback, useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Box, Flex, Table } from '@chakra-ui/react';
import { ErrorState } from '@masomo/design-system';
import { BulkActionBar } from './BulkActionBar.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { Pagination } from './Pagination.tsx';
import { SortMenu } from './SortMenu.tsx';
import { RecordRow } from './RecordRow.tsx';
import { TableTotals } from './TableTotals.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableHead } from './TableHead.tsx';
import { cardStyles, tableStyles } from './tableStyles.ts';
import type { DataTableProps } from './types.ts';
import { useRecordTable } from './useRecordTable.ts';
import { useScrolls } from './useScrolls.ts';

/**
 * A list of records that the server pages and sorts: pending, error, empty or data, in that order.
 * On small screens every row becomes a card.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    total,
    hasMore,
    page,
    pageSize,
    onPageChange,
    onPageSizeChange,
    isLoading,
    error,
    onRetry,
    empty,
    selected,
    bulkActions,
    onSelectedChange,
    rememberAs,
  } = props;
  const table = useRecordTable(props);
  const isSelectable = selected !== undefined;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const opens = useRef(props.onRowOpen);
  useEffect(() => {
    opens.current = props.onRowOpen;
  }, [props.onRowOpen]);
  const region = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(region);
  const open = useCallback((row: Row) => opens.current?.(row), []);

  if (error && !rows)
    return (
      <Panel>
        <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />
      </Panel>
    );
  if (!isLoading && rows?.length === 0 && page === 0) return <Panel>{empty}</Panel>;

  const pages = rows && (
    <Pagination
      total={total}
      hasMore={hasMore}
      page={page}
      pageSize={pageSize}
      onPageChange={onPageChange}
      {...(onPageSizeChange ? { onPageSizeChange } : {})}
    />
  );
  if (props.layout)
    return (
      <Box aria-busy={isLoading}>
        {rows ? props.layout.rows(rows) : props.layout.pending}
        {pages}
      </Box>
    );
  const hasTools = Boolean(rememberAs) || table.getAllLeafColumns().some((column) => column.getCanSort());
  const tools = (
    <>
      <SortMenu table={table} />
      {rememberAs && <ColumnMenu table={table} />}
    </>
  );
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  const shown = visible.map(({ id }) => id).join(' ');
  return (
    <Box>
      {props.toolsIn
        ? createPortal(tools, props.toolsIn)
        : props.toolsIn === undefined &&
          hasTools && (
            <Flex justify="flex-end" gap="2" mb="2" display={rememberAs ? 'flex' : { base: 'flex', md: 'none' }}>
              {tools}
            </Flex>
          )}
      <Flex direction="column" css={cardStyles}>
        <Box
          ref={region}
          position="relative"
          css={tableStyles}
          role="region"
          aria-label={label}
          {...(scrolls ? { 'data-scrolls': '', tabIndex: 0 } : {})}
        >
          <Table.Root aria-label={label} aria-busy={isLoading} role="table">
            <TableHead table={table} byId={byId} isSelectable={isSelectable} />
            <Table.Body role="rowgroup">
              {rows ? (
                table
                  .getRowModel()
                  .rows.map((row) => (
                    <RecordRow
                      key={row.id}
                      row={row}
                      byId={byId}
                      shown={shown}
                      name={props.rowLabel?.(row.original)}
                      onRowOpen={props.onRowOpen && open}
                      isSelectable={isSelectable}
                      isSelected={isSelectable && row.getIsSelected()}
                    />
                  ))
              ) : (
                <SkeletonRows columns={table.getVisibleLeafColumns().length + (isSelectable ? 1 : 0)} rows={Math.min(pageSize, 10)} />
              )}
            </Table.Body>
            {rows && (
              <TableTotals
                columns={visible}
                rows={rows}
                isSelectable={isSelectable}
                isWhole={!hasMore && total <= rows.length}
                totals={props.totals}
              />
            )}
          </Table.Root>
        </Box>
        {isSelectable && selected.size > 0 && (
          <BulkActionBar count={selected.size} onClear={() => onSelectedChange?.(new Set())}>
            {bulkActions}
          </BulkActionBar>
        )}
      </Flex>
      {pages}
    </Box>
  );
}

function Panel({ children }: { children: React.ReactNode }) {
  return (
    <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
      {children}
    </Box>
  );
}

import { plural, t } from '@lingui/core/macro';
import { startTransition, useDeferredValue, useState, type ReactNode } from 'react';
import { formatNumber } from '@masomo/domain/number';
import { Box, EmptyState, HStack, Text } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SearchInput } from '@masomo/design-system/fields';
import { DataTable } from '@masomo/design-system/tables';
import type { RecordListOptions } from './recordListTypes.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { rowIdOf, type RecordListState } from './useRecordList.ts';

type ListBodyProps<Row extends object> = {
  label: string;
  options: RecordListOptions<Row>;
  list: RecordListState<Row>;
  initialSearch: string;
  /** At the end of the line of filters. */
  tools?: ReactNode;
};

/** The line with search, filters and count, and below it the rows or the state that is in their place. */
export function ListBody<Row extends object>({ label, options, list, initialSearch, tools }: ListBodyProps<Row>) {
  const { shown, selected, setSelected } = list;
  const { page, pageSize, sort } = shown.filter;
  const { columns, bulkActions, columnsStorageName, onOpen, rowLabel, layout } = options;
  const words = shown.isFiltered
    ? (options.noMatches ?? { title: t`No matches`, text: t`Try other words, or fewer filters.`, action: undefined })
    : options.empty;
  const shownColumns = typeof columns === 'function' ? columns(shown) : columns;
  const isSortable = Boolean(options.sort) && shownColumns.some(({ sortable }) => sortable);
  const [toolsIn, setToolsIn] = useState<HTMLElement | null>(null);
  const hasToolbar = Boolean(options.search ?? options.filters ?? tools);
  const clear = () => setSelected(new Set());
  const table = (
    <DataTable
      label={label}
      columns={shownColumns}
      rows={shown.rows}
      rowId={(row) => rowIdOf(options, row)}
      total={shown.total}
      hasMore={shown.hasMore}
      page={page}
      pageSize={pageSize}
      onPageChange={list.setPage}
      {...(options.sort ? { sort, onSortChange: list.setSort } : {})}
      isLoading={list.isLoading}
      error={list.error}
      onRetry={shown.reload}
      layout={layout}
      totals={list.totals}
      toolsIn={hasToolbar ? toolsIn : undefined}
      {...(bulkActions ? { selected, onSelectedChange: setSelected, bulkActions: bulkActions([...selected], clear, shown) } : {})}
      {...(columnsStorageName ? { rememberAs: columnsStorageName } : {})}
      {...(onOpen ? { onRowOpen: onOpen } : {})}
      {...(rowLabel ? { rowLabel } : {})}
      empty={
        <EmptyState title={words.title} action={words.action}>
          {words.text}
        </EmptyState>
      }
    />
  );
  // The table renders deferred, so that typing never waits for its rows; a selection shows at once.
  const deferred = useDeferredValue({ table, selected });
  return (
    <>
      {hasToolbar && (
        <Toolbar>
          {options.search && (
            <SearchBox label={options.search} hint={options.searchHint} initialSearch={initialSearch} onSearch={list.setSearch} />
          )}
          {options.filters}
          {options.view && <ViewMenu view={options.view} />}
          <HStack
            ms={{ md: 'auto' }}
            flexGrow={{ base: '1', md: '0' }}
            gap="2"
            minH={{ base: isSortable ? '9' : '0', md: '9' }}
            minW="0"
            maxW="full"
          >
            {shown.rows && shown.total > 0 && (options.search || options.filters) && (
              <Text textStyle="sm" color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums" hideBelow="md">
                {shown.hasMore
                  ? t`More than ${formatNumber(page * pageSize + shown.rows.length)} entries`
                  : plural(shown.total, { one: '# entry', other: '# entries' })}
              </Text>
            )}
            {tools}
            <HStack ref={setToolsIn} gap="2" minW="0" flexGrow="1" _empty={{ display: 'none' }} />
          </HStack>
        </Toolbar>
      )}
      {options.notice?.(shown)}
      {deferred.selected === selected ? deferred.table : table}
    </>
  );
}

type SearchBoxProps = { label: string; hint: string | undefined; initialSearch: string; onSearch: (text: string) => void };

/** Holds its own text, so that a keystroke renders this field only and the list follows in a transition. */
function SearchBox({ label, hint, initialSearch, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(initialSearch);
  return (
    <Box flex={{ base: '1 1 100%', md: '0 1 16rem' }} minW="0">
      <SearchInput
        label={label}
        placeholder={hint ?? label}
        size="sm"
        value={text}
        onValueChange={(next) => {
          setText(next);
          startTransition(() => onSearch(next));
        }}
      />
    </Box>
  );
}

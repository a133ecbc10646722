import { useState } from 'react';
import { useQuery } from '@masomo/data';
import type { ListFilter } from '@masomo/data/listing';
import type { RecordListOptions, ShownList } from './recordListTypes.ts';

const unsorted = { column: '', descending: false };

export const rowIdOf = <Row extends object>({ rowId }: RecordListOptions<Row>, row: Row): string =>
  rowId ? rowId(row) : String((row as { id?: unknown }).id);

/** Search, order, page and selection of a list, and the rows that follow from them. */
export function useRecordList<Row extends object>(options: RecordListOptions<Row>, initialSearch = '') {
  const { pageSize = 20 } = options;
  const [search, setSearch] = useState(initialSearch);
  const [sort, setSort] = useState(options.sort ?? unsorted);
  const [position, setPosition] = useState({ page: 0, filterKey: options.filterKey });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const page = position.filterKey === options.filterKey ? position.page : 0;
  const setPage = (next: number) => setPosition({ page: next, filterKey: options.filterKey });
  const filter: ListFilter = { search, sort, page, pageSize };
  const { rows, total, hasMore, error, isLoading, reload } = useRows(options, filter);
  const totalsQuery = options.totals?.(search);
  const { data: totals } = useQuery(
    totalsQuery && total > 1 ? totalsQuery.key : null,
    (db) => totalsQuery?.query(db) ?? Promise.resolve({}),
    {
      keepPreviousData: true,
      live: 'query' in options ? options.live : undefined,
    },
  );
  // Rows were deleted in the meantime: go to the last page that remains.
  const lastPage = rows ? Math.max(0, Math.ceil(total / pageSize) - 1) : page;
  if (rows?.length === 0 && page > lastPage) setPage(lastPage);

  const isFiltered = search.trim() !== '' || (options.isFiltered ?? Boolean(options.filterKey));
  const isAt = (row: Row, index: number) => {
    const found = rows?.at(index);
    return found !== undefined && rowIdOf(options, found) === rowIdOf(options, row);
  };
  const shown: ShownList<Row> = {
    filter,
    isFiltered,
    rows,
    total,
    hasMore,
    reload,
    isFirst: (row) => isFiltered || (page === 0 && isAt(row, 0)),
    isLast: (row) => isFiltered || (page * pageSize + (rows?.length ?? 0) === total && isAt(row, -1)),
  };
  return {
    shown,
    totals,
    error,
    isLoading,
    selected,
    setSelected,
    setPage,
    setSearch: (text: string) => {
      setSearch(text);
      setPage(0);
    },
    setSort: (next: ListFilter['sort']) => {
      setSort(next);
      setPage(0);
    },
  };
}

export type RecordListState<Row extends object> = ReturnType<typeof useRecordList<Row>>;

const nothing = () => Promise.reject(new Error('Nothing is read for rows that are here'));

/** The page of rows, read from the server or cut from those that are here. */
function useRows<Row extends object>(options: RecordListOptions<Row>, filter: ListFilter) {
  const isQueried = 'query' in options;
  const { data, error, isLoading, reload } = useQuery(
    isQueried ? options.keyOf(filter) : null,
    isQueried ? (db) => options.query(db, filter) : nothing,
    {
      keepPreviousData: true,
      live: isQueried ? options.live : undefined,
      ...(isQueried && options.onLoadError ? { onError: options.onLoadError } : {}),
    },
  );
  if (isQueried)
    return { rows: data?.rows, total: data?.total ?? 0, hasMore: data?.hasMore ?? false, error, isLoading: isLoading || !data, reload };
  const { page, pageSize } = filter;
  return {
    rows: options.rows?.slice(page * pageSize, (page + 1) * pageSize),
    total: options.rows?.length ?? 0,
    hasMore: false,
    error: options.error,
    isLoading: options.rows === undefined,
    reload: options.onRetry ?? (() => Promise.resolve()),
  };
}

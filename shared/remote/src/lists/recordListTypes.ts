import type { ReactNode } from 'react';
import type { DataError, Db, LiveTopic, QueryKey } from '@masomo/data';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import type { DataTableColumn, RowLayout } from '@masomo/design-system/tables';
import type { ListView } from './useListView.ts';
import type { TableExport } from '../exports/tableExport.ts';

/** What a list shows, for columns and actions that depend on it. */
export type ShownList<Row> = {
  filter: ListFilter;
  isFiltered: boolean;
  rows: readonly Row[] | undefined;
  total: number;
  hasMore: boolean;
  reload: () => Promise<unknown>;
  /** Whether nothing is before or after a row; of a filtered list every row is both, for its order is not the one that is kept. */
  isFirst: (row: Row) => boolean;
  isLast: (row: Row) => boolean;
};

/** Rows that the server filters, sorts and pages. */
export type QueriedRows<Row> = {
  /** Null while another value is awaited. */
  keyOf: (filter: ListFilter) => QueryKey | null;
  query: (db: Db, filter: ListFilter) => Promise<ListPage<Row>>;
  /** The list is read again when somebody has changed one of these. */
  live?: readonly LiveTopic[];
  onLoadError?: (error: DataError) => void;
};

/** Rows that are all here, paged by the browser; undefined during the first load. */
export type LoadedRows<Row> = {
  rows: readonly Row[] | undefined;
  error?: DataError | undefined;
  onRetry?: () => Promise<unknown>;
};

/** The download of a list. */
export type ListedExport<Row> = TableExport<Row> & {
  /** On the button, where it is not "Download CSV". */
  label?: string;
  /** Reads the rows where the list's own query does not have all of them. */
  read?: (db: Db, filter: ListFilter) => AsyncIterable<readonly Row[]>;
};

/** How the totals of a list are read. */
export type ListTotals = { key: QueryKey; query: (db: Db) => Promise<Readonly<Record<string, ReactNode>>> };

type Words = { title: string; text?: ReactNode; action?: ReactNode };

export type RecordListOptions<Row extends object> = (QueriedRows<Row> | LoadedRows<Row>) & {
  /** Label of the search field, such as "Search students"; without it there is no search field. */
  search?: string;
  /** What may be searched, where the label does not say it. */
  searchHint?: string;
  columns: readonly DataTableColumn<Row>[] | ((list: ShownList<Row>) => readonly DataTableColumn<Row>[]);
  /** Initial sort order. */
  sort?: { column: string; descending: boolean };
  pageSize?: number;
  /** Title of the empty list, and what to do about it. */
  empty: Words;
  /** What is said instead when the search or a filter leaves no row. */
  noMatches?: Words;
  /** The file that people download: all rows that the filters select, as CSV or as a workbook. */
  export?: ListedExport<Row>;
  actions?: ReactNode | ((list: ShownList<Row>) => ReactNode);
  filters?: ReactNode;
  /** Lets people keep their filters; from `useListView`. */
  view?: ListView;
  /** Identifies the screen's own filters; the list returns to its first page when it changes. */
  filterKey?: string;
  /** Whether filters may be why the list is empty; defaults to a `filterKey` that is not empty. */
  isFiltered?: boolean;
  /** Between the filters and the rows, about what is listed. */
  notice?: (list: ShownList<Row>) => ReactNode;
  /** What all rows that the search and the filters select come to, by the id of a column: sums are the server's, not of one page. */
  totals?: (search: string) => ListTotals;
  rowId?: (row: Row) => string;
  rowLabel?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** Makes rows selectable and renders the actions for them; `clear` empties the selection. */
  bulkActions?: (ids: string[], clear: () => void, list: ShownList<Row>) => ReactNode;
  /** Lets people choose columns; the choice is stored in this browser under this name. */
  columnsStorageName?: string;
  layout?: RowLayout<Row>;
};

import type { ReactNode } from 'react';

export type DataTableColumn<Row> = {
  id: string;
  /** Empty for a column of actions. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Set when the server can sort by this column; the id is what `onSortChange` reports. */
  sortable?: boolean;
  align?: 'start' | 'end';
  width?: string;
  /** Keeps a number, a date or a code on one line; figures at the end of their cell always are. */
  noWrap?: boolean;
  /** Not shown until chosen; needs `rememberAs` on the table. */
  isOptional?: boolean;
};

export type DataTableSort = { column: string; descending: boolean };

export type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** The rows of this page; undefined while they are read for the first time. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Names one row, e.g. for "Select Greenfield Academy". */
  rowLabel?: (row: Row) => string;
  /** How many rows match in all, over every page. */
  total: number;
  /** Counted from 0. */
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  /** Offers other page sizes. */
  onPageSizeChange?: (pageSize: number) => void;
  sort?: DataTableSort;
  onSortChange?: (sort: DataTableSort) => void;
  isLoading: boolean;
  error?: { userMessage: string } | undefined;
  onRetry?: () => unknown;
  empty: ReactNode;
  /** Ids of the chosen rows, over every page; makes rows selectable. */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** What can be done with the chosen rows; shown while there are any. */
  bulkActions?: ReactNode;
  /** Opens a row by click, Enter or tap; the row then takes the focus and arrow keys move between rows. */
  onRowOpen?: (row: Row) => void;
  /** Lets people choose columns, and remembers the choice in this browser under this name. */
  rememberAs?: string;
};

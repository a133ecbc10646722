import { t } from '@lingui/core/macro';
import { startTransition, useDeferredValue, useState, type ReactNode } from 'react';
import { useQuery, type Db, type QueryKey } from '@masomo/data';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import { EmptyState } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput } from '@masomo/design-system/forms';
import { useSearchParams } from '@masomo/navigation';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { CsvButton, type CsvColumns } from './CsvButton.tsx';

export type ListScreenProps<Row extends object> = {
  title: string;
  description: ReactNode;
  /** Label of the search field, such as "Search students"; without it there is no search field. */
  search?: string;
  columns: DataTableColumn<Row>[];
  /** Initial sort order. */
  sort: { column: string; descending: boolean };
  keyOf: (filter: ListFilter) => QueryKey;
  query: (db: Db, filter: ListFilter) => Promise<ListPage<Row>>;
  /** Title of the empty list, and what to do about it. */
  empty: { title: string; text: string };
  /** Columns of the CSV export; without them there is no export. */
  csv?: CsvColumns<Row>;
  actions?: ReactNode;
  filters?: ReactNode;
  /** Content between the title and the list. */
  intro?: ReactNode;
  onOpen?: (row: Row) => void;
  rowLabel?: (row: Row) => string;
  /** Identifies the screen's own filters; the list returns to its first page when it changes. */
  filterKey?: string;
  /** Whether filters may be why the list is empty; defaults to a `filterKey` that is not empty. */
  isFiltered?: boolean;
  /** Makes rows selectable and renders the actions for them; `clear` empties the selection. */
  bulkActions?: (ids: string[], clear: () => void) => ReactNode;
  /** Lets people choose columns; the choice is stored in this browser under this name. */
  columnsStorageName?: string;
  /** Dialogs of the screen. */
  children?: ReactNode;
};

const pageSize = 20;

/** A list with search, sorting, paging, CSV export and its pending, error and empty states. */
export function ListScreen<Row extends { id: string }>(props: ListScreenProps<Row>) {
  // A link may carry the search text; another link starts another search.
  const initialSearch = useSearchParams()[0].get('search') ?? '';
  return <SearchableList key={initialSearch} {...props} initialSearch={initialSearch} />;
}

function SearchableList<Row extends { id: string }>({ initialSearch, ...props }: ListScreenProps<Row> & { initialSearch: string }) {
  const { title, description, search: searchLabel, columns, keyOf, query, empty, csv, actions, filters, children } = props;
  const [search, setSearch] = useState(initialSearch);
  const [sort, setSort] = useState(props.sort);
  const [position, setPosition] = useState({ page: 0, filterKey: props.filterKey });
  const isFiltered = search !== '' || (props.isFiltered ?? Boolean(props.filterKey));
  const page = position.filterKey === props.filterKey ? position.page : 0;
  const setPage = (next: number) => setPosition({ page: next, filterKey: props.filterKey });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter: ListFilter = { search, sort, page, pageSize };
  const { data, error, isLoading, reload } = useQuery(keyOf(filter), (db) => query(db, filter), { keepPreviousData: true });
  // Rows were deleted in the meantime: go to the last page that remains.
  const lastPage = data ? Math.max(0, Math.ceil(data.total / pageSize) - 1) : page;
  if (data?.rows.length === 0 && page > lastPage) setPage(lastPage);
  const table = (
    <DataTable
      label={title}
      columns={columns}
      rows={data?.rows}
      rowId={(row) => row.id}
      total={data?.total ?? 0}
      hasMore={data?.hasMore}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      sort={sort}
      onSortChange={(next) => {
        setSort(next);
        setPage(0);
      }}
      isLoading={isLoading}
      error={error}
      onRetry={reload}
      {...(props.bulkActions
        ? { selected, onSelectedChange: setSelected, bulkActions: props.bulkActions([...selected], () => setSelected(new Set())) }
        : {})}
      {...(props.columnsStorageName ? { rememberAs: props.columnsStorageName } : {})}
      {...(props.onOpen ? { onRowOpen: props.onOpen } : {})}
      {...(props.rowLabel ? { rowLabel: props.rowLabel } : {})}
      empty={
        <EmptyState title={isFiltered ? t`No matches` : empty.title}>
          {isFiltered ? t`Try other words, or fewer filters.` : empty.text}
        </EmptyState>
      }
    />
  );
  // The table renders deferred, so that typing never waits for its rows; a selection shows at once.
  const deferred = useDeferredValue({ table, selected });
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            {csv && <CsvButton csv={csv} filter={filter} query={query} />}
            {actions}
          </>
        }
      />
      {props.intro}
      {(searchLabel || filters) && (
        <Toolbar>
          {searchLabel && (
            <SearchBox
              label={searchLabel}
              initialSearch={initialSearch}
              onSearch={(text) => {
                setSearch(text);
                setPage(0);
              }}
            />
          )}
          {filters}
        </Toolbar>
      )}
      {deferred.selected === selected ? deferred.table : table}
      {children}
    </>
  );
}

/** Holds its own text, so that a keystroke renders this field only and the list follows in a transition. */
function SearchBox({ label, initialSearch, onSearch }: { label: string; initialSearch: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(initialSearch);
  return (
    <SearchInput
      label={label}
      placeholder={label}
      value={text}
      onValueChange={(next) => {
        setText(next);
        startTransition(() => onSearch(next));
      }}
    />
  );
}

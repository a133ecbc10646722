/** What a list is narrowed to. `page` counts from 0; `sort.column` is one the query allows. */
export type ListFilter = { search: string; sort: { column: string; descending: boolean }; page: number; pageSize: number };

/** One page of a list and how many rows match in all. */
export type ListPage<Row> = { rows: Row[]; total: number };

/** First and last row of a page, as PostgREST counts them. */
export function rangeOf({ page, pageSize }: Pick<ListFilter, 'page' | 'pageSize'>): [from: number, to: number] {
  return [page * pageSize, page * pageSize + pageSize - 1];
}

/** A pattern that finds the words anywhere, or null without words. Characters with a meaning in filters are left out. */
export function containsPattern(search: string): string | null {
  const words = search
    .trim()
    .replace(/[%_,()"\\*]/g, ' ')
    .trim();
  return words ? `%${words}%` : null;
}

/** The wanted sort column if it is one of these, else the first. */
export function sortColumn<Column extends string>(wanted: string, allowed: readonly [Column, ...Column[]]): Column {
  return allowed.find((column) => column === wanted) ?? allowed[0];
}

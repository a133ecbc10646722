import { foldText } from '@masomo/domain/foldText';

/** Filter, order and page of a list. `page` counts from 0; `sort.column` must be one the query allows. */
export type ListFilter = { search: string; sort: { column: string; descending: boolean }; page: number; pageSize: number };

/** One page of a list with the total number of matching rows; `hasMore` when they were not counted and `total` is what is known so far. */
export type ListPage<Row> = { rows: Row[]; total: number; hasMore?: boolean };

/** Zero-based, inclusive range of a page's rows, for `.range()`. */
export function rangeOf({ page, pageSize }: Pick<ListFilter, 'page' | 'pageSize'>): [from: number, to: number] {
  return [page * pageSize, page * pageSize + pageSize - 1];
}

/**
 * A page of rows that are too many to count, read with one row more than the page has: that row tells whether there is a next page, and
 * counts as known.
 */
export function uncountedPage<Row>({ page, pageSize }: Pick<ListFilter, 'page' | 'pageSize'>, read: Row[]): ListPage<Row> {
  return { rows: read.slice(0, pageSize), total: page * pageSize + read.length, hasMore: read.length > pageSize };
}

/** What a list of a school's table is sorted by first: a member sees one school, and indexes begin with it, so they answer the order. */
export const schoolFirst = 'school_id';

const isPhone = (folded: string) =>
  /^\+?[\d\s().-]+$/.test(folded) &&
  !/^\d{1,3}(?:\.\d{1,3}){1,3}$/.test(folded) &&
  (/^0[17][\d\s]{5,}$/.test(folded) ||
    /^(?:\+\d{6,15}|00[1-9]\d{7,13}|254[17]\d{8}|0[1-8]\d{7,8}|[17]\d{8})$/.test(folded.replace(/[\s().-]/g, '')));

/**
 * `like` patterns for a column of folded text: one for each word of the search, which is found in any order. A phone number is one word,
 * without what may be before it. The same rule as `private.search_patterns` of the database, which a test compares.
 */
export function searchPatterns(search: string): string[] {
  const folded = foldText(search);
  const words = isPhone(folded)
    ? folded.replace(/\D/g, '').replace(/^(?:00)?(?:254|0)/, '')
    : foldText(folded.replace(/[%_,()"\\*]/g, ' '));
  return words === '' ? [] : words.split(' ').map((word) => `%${word}%`);
}

/** The requested sort column if it is allowed, else the first of the allowed ones. */
export function sortColumn<Column extends string>(requested: string, allowed: readonly [Column, ...Column[]]): Column {
  return allowed.find((column) => column === requested) ?? allowed[0];
}

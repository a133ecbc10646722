import type { Say } from '@masomo/domain/say';
import type { SchoolLook } from './schoolLook.ts';

/** A table with its title; the columns in `numbers` are right-aligned. */
export type PaperTable = { title: string; head: readonly string[]; rows: readonly (readonly string[])[]; numbers: readonly number[] };

/** A paper of tables as its template reads it: every text is said. */
export type TablesPaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  note: string;
  /** With `{page}` and `{pages}`, which the template fills in. */
  page: string;
  facts: readonly { label: string; value: string }[];
  /** Of each column its share of the width of the page; one with 0 is as wide as its texts, which stay in one line. */
  tables: readonly (PaperTable & { wide: readonly number[] })[];
  /** Said instead of a table without rows. */
  empty: string;
};

/** The longest text, in letters, that a column of its own width keeps in one line. */
const shortText = 16;

/** Columns of long texts share the width of the page by their longest text; one of them is there always, and no number is. */
function widths({ head, rows, numbers }: PaperTable): number[] {
  const longest = head.map((title, column) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), title.length));
  const texts = longest.map((length, column) => (numbers.includes(column) ? 0 : length));
  const widest = texts.indexOf(Math.max(...texts));
  return texts.map((length, column) => (length > shortText || column === widest ? Math.min(60, Math.max(16, length)) : 0));
}

/** A paper of tables, of as many pages as they need. */
export function tablesPaper(
  { tables, ...paper }: Omit<TablesPaper, 'tables' | 'page'> & { tables: readonly PaperTable[] },
  say: Say,
): TablesPaper {
  return { ...paper, page: say('Page {page} of {pages}'), tables: tables.map((table) => ({ ...table, wide: widths(table) })) };
}

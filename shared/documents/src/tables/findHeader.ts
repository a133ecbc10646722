import type { TableRow } from './tableFile.ts';

const searchedRows = 30;

/**
 * Index of the row with the column titles: the one in which most titles are known, two at least; else the first that is about as wide as
 * the rows of the file, which titles of the file and of groups of columns are not. -1 for a file without rows.
 */
export function findHeader(rows: readonly TableRow[], isKnown: (title: string) => boolean): number {
  const candidates = rows.slice(0, searchedRows);
  const known = candidates.map(({ cells }) => new Set(cells.filter((cell) => cell !== '' && isKnown(cell))).size);
  const most = Math.max(0, ...known);
  if (most >= 2) return known.indexOf(most);
  const widths = rows.slice(0, 200).map(widthOf);
  const usual = widths.toSorted((left, right) => left - right)[Math.floor(widths.length / 2)] ?? 0;
  return candidates.findIndex((row) => widthOf(row) >= usual);
}

const widthOf = ({ cells }: TableRow) => cells.filter((cell) => cell !== '').length;

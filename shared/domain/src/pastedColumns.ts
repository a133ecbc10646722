import { foldText } from './foldText.ts';
import { typedAbsence } from './marks.ts';
import type { StudentMatcher } from './matchStudents.ts';
import { studentTitles } from './studentTitles.ts';
import { typedNumber } from './typedNumber.ts';

/** Cells of a pasted block, row by row. */
export type PastedBlock = readonly (readonly string[])[];
/** A column of a gradebook. */
export type MarkColumn = { id: string; name: string; maxScore: number };
/** What the columns of a pasted block are; `header` is the index of the row with their titles, -1 without one. */
export type PastedColumns = {
  header: number;
  number: number | undefined;
  names: number[];
  marks: number[];
  /** Columns of words that name nobody, such as remarks. */
  words: number[];
  /** Numbers without a title before the names, while marks are after them. */
  before: number[];
};

const searchedRows = 5;
const numberTitles = new Set<string>(['admission number', ...studentTitles.admission_number]);
const nameTitles = new Set<string>(['full name', 'first name', 'last name', ...studentTitles.first_name, ...studentTitles.last_name]);
for (const title of studentTitles.name) nameTitles.add(title);
const markTitles = new Set(['mark', 'marks', 'score', 'scores', 'alama', 'results', 'matokeo']);
const noMarks = new Set(['a', 'n a', 'na', 'nil', 'none', 'missing']);

const titleKey = (title: string) =>
  foldText(title)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
const isNumber = (cell: string) => !Number.isNaN(typedNumber(cell));
/** Whether a cell says that there is no mark: a blank, a dash, `N/A`. */
export const isNoMark = (cell: string) => titleKey(cell) === '' || noMarks.has(titleKey(cell));
/** `19 / 20` and `80%` are no scores, and no words either. */
function isShare(cell: string): boolean {
  const [, part, whole] = /^(\d+(?:[.,]\d+)?)\s*(?:%|\/\s*(\d+))$/.exec(cell) ?? [];
  return part !== undefined && Number.parseFloat(part) <= Number(whole ?? 100);
}
const isWord = (cell: string) => !isNumber(cell) && !typedAbsence(cell) && !isNoMark(cell) && !isShare(cell);

/** The assessment a title names: by its name alone, or with the highest score after it, as in `CAT 1 (20)`. */
export function titledAssessment<Assessment extends MarkColumn>(title: string, assessments: readonly Assessment[]): Assessment | undefined {
  const key = titleKey(title);
  if (key === '') return undefined;
  const exact = assessments.filter(({ name }) => titleKey(name) === key);
  const named = exact.length > 0 ? exact : assessments.filter(({ name, maxScore }) => titleKey(`${name} ${maxScore}`) === key);
  return named.length === 1 ? named[0] : undefined;
}

/** Finds the titles, the columns that say who each row is about, and those with marks. */
export function readColumns(block: PastedBlock, students: StudentMatcher, assessments: readonly MarkColumn[]): PastedColumns {
  const header = headerOf(block, students, assessments);
  const titles = (block[header] ?? []).map(titleKey);
  const rows = block.slice(header + 1);
  const all = Array.from({ length: Math.max(0, ...block.map(({ length }) => length)) }, (_, column) => column);
  const cellsOf = (column: number) => rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const isTitled = (column: number) => titledAssessment(titles[column] ?? '', assessments) !== undefined;
  const mostAre = (column: number, test: (cell: string) => boolean) => cellsOf(column).filter(test).length * 2 > cellsOf(column).length;

  const nameOf = (columns: readonly number[]) => (row: readonly string[]) => columns.map((column) => row[column] ?? '').join(' ');
  const countNamed = (columns: readonly number[]) => rows.filter((row) => students.byName(nameOf(columns)(row)).length > 0).length;
  const isNumbered = (column: number) => {
    const cells = cellsOf(column);
    return new Set(cells).size === cells.length && mostAre(column, (cell) => students.byNumber(cell).length > 0);
  };
  const texts = all.filter((column) => !isTitled(column) && (nameTitles.has(titles[column] ?? '') || mostAre(column, isWord)));
  const hasTitle = (titled: ReadonlySet<string>) => (column: number) => titled.has(titles[column] ?? '');
  const isNumberTitle = hasTitle(numberTitles);
  const likeliest = likeliestNames(
    texts.filter((column) => !isNumberTitle(column) && !isNumbered(column)),
    countNamed,
    hasTitle(nameTitles),
  );
  const named = countNamed(likeliest);
  const highest = Math.max(...assessments.map(({ maxScore }) => maxScore));
  const number = all.find((column) => {
    if (likeliest.includes(column) && named > 0) return false;
    if (isTitled(column)) return false;
    if (isNumberTitle(column)) return named === 0 || cellsOf(column).some((cell) => students.byNumber(cell).length > 0);
    // Marks may look like admission numbers: without a title they are those of the students named beside them, or are first.
    if (named > 0)
      return (
        isNumbered(column) &&
        rows.some((row) =>
          students.byNumber(row[column] ?? '').some((student) => students.byName(nameOf(likeliest)(row)).includes(student)),
        )
      );
    if (column > 0 || all.length === 1) return isNumbered(column) && mostAre(column, (cell) => !isNumber(cell));
    return isNumbered(column) || mostAre(column, (cell) => typedNumber(cell) > highest);
  });
  // Beside admission numbers, words that name nobody are a class or a remark unless their title says that they are names.
  const names = number !== undefined && named === 0 ? likeliest.filter(hasTitle(nameTitles)) : likeliest;
  const identity = number === undefined ? names : [number, ...names];
  if (identity.length === 0) return { header, number, names, marks: all, words: [], before: [] };

  const rest = all.filter((column) => !identity.includes(column));
  const words = rest.filter((column) => texts.includes(column));
  const marks = rest.filter((column) => !words.includes(column));
  const isBefore = (column: number) => column < Math.min(...identity) && !isTitled(column);
  if (marks.every(isBefore)) return { header, number, names, marks, words, before: [] };
  const before = marks.filter((column) => isBefore(column) && !isCount(cellsOf(column)));
  return { header, number, names, marks: marks.filter((column) => !isBefore(column)), words, before };
}

/** The row of titles among the first: it names no student, and has a title of students, of marks or of an assessment. */
function headerOf(block: PastedBlock, students: StudentMatcher, assessments: readonly MarkColumn[]): number {
  return block.slice(0, searchedRows).findIndex((row) => {
    const titles = row.map(titleKey);
    if (row.some((cell) => students.byName(cell).length > 0) || students.byName(row.slice(0, 2).join(' ')).length > 0) return false;
    if (titles.some((title) => numberTitles.has(title) || nameTitles.has(title))) return true;
    return !row.some(isNumber) && row.some((cell, index) => markTitles.has(titles[index] ?? '') || titledAssessment(cell, assessments));
  });
}

/** Of the columns of words, or of two or three side by side, those which name most students; with equally many the titled ones. */
function likeliestNames(texts: readonly number[], count: (columns: number[]) => number, isTitled: (column: number) => boolean): number[] {
  const candidates = [1, 2, 3].flatMap((length) =>
    texts.map((_, start) => texts.slice(start, start + length)).filter((columns) => columns.length === length),
  );
  const scored = candidates.map((columns) => ({ columns, named: count(columns), titled: columns.every(isTitled) ? columns.length : 0 }));
  const [best] = scored.toSorted((left, right) => right.named - left.named || right.titled - left.titled);
  return best?.columns ?? [];
}

/** Whether cells count the rows, such as 1, 2, 3; true without any. */
const isCount = (cells: readonly string[]) => cells.every((cell, index) => typedNumber(cell) === typedNumber(cells[0] ?? '') + index);

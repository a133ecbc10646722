import { markProblem, typedMark } from './marks.ts';
import { studentMatcher, type ListedStudent } from './matchStudents.ts';
import { isNoMark, readColumns, titledAssessment, type MarkColumn, type PastedBlock } from './pastedColumns.ts';
import { sentence, type Sentence } from './sentences.ts';

/** A cell of the gradebook and the text that was pasted for it; blank for none. */
export type PastedMark<Assessment> = { assessment: Assessment; studentId: string; student: string; typed: string };
/** What of a block is not filled in: its row or column, counted from 1, what is there, and why, as a translatable sentence. */
export type LeftOut = { row?: number; column?: number; text: string; reason: Sentence };
/** The marks a block fills in. One that is not certain is shown to a person first. */
export type PastePlan<Assessment> = { marks: PastedMark<Assessment>[]; leftOut: LeftOut[]; isCertain: boolean };

type PlaceInGradebook<Assessment> = {
  students: readonly ListedStudent[];
  assessments: readonly Assessment[];
  /** Index of the student and of the assessment of the cell into which the block was pasted. */
  row: number;
  column: number;
};
type PlannedRow = { row: number; cells: readonly string[]; student: ListedStudent };
type PlannedColumn<Assessment> = { column: number; assessment: Assessment };

/**
 * Where the marks of a pasted block belong. With a column of names or admission numbers each row is its student's and never that of its
 * position; without one the block fills downwards and to the right. It is certain when everything fits, every cell is blank, a number or an
 * absence, and named students are in the order of the list.
 */
export function planPaste<Assessment extends MarkColumn>(block: PastedBlock, place: PlaceInGradebook<Assessment>): PastePlan<Assessment> {
  const matcher = studentMatcher(place.students);
  const found = readColumns(block, matcher, place.assessments);
  const isNamed = found.number !== undefined || found.names.length > 0;
  const leftOut: LeftOut[] = [];

  const titles = block[found.header] ?? [];
  const titleOf = (column: number) => titles[column] ?? '';
  for (const column of found.before)
    leftOut.push({
      column: column + 1,
      text: titleOf(column),
      reason: sentence('This column comes before the students and has no title.'),
    });
  for (const column of found.words)
    leftOut.push({ column: column + 1, text: titleOf(column), reason: sentence('This column has no marks.') });
  const columns = placeColumns(found.marks, titleOf, place, leftOut);

  const rows: PlannedRow[] = [];
  const textOf = (cells: readonly string[]) => cells.filter((cell) => cell !== '').join(', ');
  block.slice(found.header + 1).forEach((cells, index) => {
    const row = found.header + 2 + index;
    if (isNamed && textOf(cells) === '') return;
    const match = isNamed
      ? matcher.match(cells[found.number ?? -1] ?? '', found.names.map((column) => cells[column] ?? '').join(' '))
      : positioned(place.students[place.row + index]);
    if ('student' in match) rows.push({ row, cells, student: match.student });
    else if (textOf(cells) !== '') leftOut.push({ row, text: textOf(cells), reason: match.reason });
  });
  if (found.header > 0)
    for (const [index, cells] of block.slice(0, found.header).entries())
      if (textOf(cells) !== '') leftOut.push({ row: index + 1, text: textOf(cells), reason: sentence('This row is above the titles.') });

  const times = Map.groupBy(rows, ({ student }) => student.studentId);
  const single = rows.filter(({ row, cells, student }) => {
    const isSingle = times.get(student.studentId)?.length === 1;
    if (!isSingle) leftOut.push({ row, text: textOf(cells), reason: sentence('This student is in the pasted block more than once.') });
    return isSingle;
  });

  const marks = single.flatMap(({ row, cells, student: { studentId, student } }) =>
    columns.flatMap(({ column, assessment }) => {
      const typed = cells[column];
      return typed === undefined ? [] : [{ row, mark: { assessment, studentId, student, typed } }];
    }),
  );
  const isInOrder = !isNamed || rows.every(({ student }, index) => student === place.students[place.row + index]);
  const isOwnColumns = columns.every(({ assessment }, index) => assessment === place.assessments[place.column + index]);
  const isMarks = marks.every(({ mark: { typed } }) => !Number.isNaN(typedMark(typed)));
  if (leftOut.length === 0 && marks.length > 0 && isInOrder && isOwnColumns && isMarks && !hasUnknownTitles(titles, columns))
    return { marks: marks.map(({ mark }) => mark), leftOut, isCertain: true };

  const good = marks.filter(({ row, mark: { assessment, student, typed } }) => {
    if (typed === '') return false;
    const reason = isNoMark(typed) ? sentence('This is no mark; the cell stays as it is.') : markProblem(typed, assessment.maxScore);
    if (reason) leftOut.push({ row, text: `${student}, ${assessment.name}: ${typed}`, reason });
    return !reason;
  });
  return {
    marks: good.map(({ mark }) => mark),
    leftOut: leftOut.toSorted((left, right) => (left.row ?? 0) - (right.row ?? 0)),
    isCertain: false,
  };
}

const positioned = (student: ListedStudent | undefined) =>
  student ? { student } : { reason: sentence('The list of students ends above this row.') };

/** Titles name their assessments where one does, else columns go to the right from the cell. */
function placeColumns<Assessment extends MarkColumn>(
  marks: readonly number[],
  titleOf: (column: number) => string,
  { assessments, column: start }: PlaceInGradebook<Assessment>,
  leftOut: LeftOut[],
): PlannedColumn<Assessment>[] {
  const titled = marks.map((column) => titledAssessment(titleOf(column), assessments));
  const isTitled = titled.some((assessment) => assessment !== undefined);
  return marks.flatMap((column, index) => {
    const assessment = isTitled ? titled[index] : assessments[start + index];
    const isFirst = !isTitled || titled.indexOf(assessment) === index;
    if (assessment && isFirst) return [{ column, assessment }];
    const reason = isTitled
      ? assessment
        ? sentence('Two columns have the name of this assessment.')
        : sentence('No assessment has this name.')
      : sentence('There is no assessment right of the last one for this column.');
    leftOut.push({ column: column + 1, text: titleOf(column), reason });
    return [];
  });
}

/** Several columns with titles that name none of the assessments may be in another order. */
function hasUnknownTitles<Assessment extends MarkColumn>(
  titles: readonly string[],
  columns: readonly PlannedColumn<Assessment>[],
): boolean {
  return columns.length > 1 && columns.some(({ column, assessment }) => titles[column] && !titledAssessment(titles[column], [assessment]));
}

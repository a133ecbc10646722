import { t } from '@lingui/core/macro';
import { importFields, type ImportField, type ImportRow, type LikelyGuardian } from '@masomo/data/people/studentImport';
import { csvLine } from '@masomo/domain/csv';
import { foldText } from '@masomo/domain/foldText';
import { fullName, splitName } from '@masomo/domain/personName';
import { findHeader } from '@masomo/documents/tables/findHeader';
import type { TableFile, TableRow } from '@masomo/documents/tables/tableFile';
import { translate } from '@masomo/i18n';

/** What of a file is read: one of its sheets, from below its header row; -1 when it has none. */
export type ChosenRows = { table: TableFile; sheet: number; headerIndex: number };
/** The titles and rows of a chosen sheet; totals are left out and counted. */
export type ParsedFile = { name: string; header: string[]; rows: TableRow[]; totals: number };
/** Column index by field; a field without a column is not imported. */
export type FieldMapping = Partial<Record<ImportField, number>>;

const titlesOf = ({ label, name, known }: (typeof importFields)[number]) =>
  [label, translate(label), name.replaceAll('_', ' '), ...known].map(normalized);
const normalized = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The first sheet in which a header row with known titles is found, else the first sheet. */
export function chooseRows(table: TableFile): ChosenRows {
  const titles = new Set(importFields.flatMap(titlesOf));
  const isKnown = (title: string) => titles.has(normalized(title));
  const headers = table.sheets.map(({ rows }) => findHeader(rows, isKnown));
  const sheet = table.sheets.findIndex(({ rows }, index) => rows[headers[index] ?? -1]?.cells.some(isKnown));
  return { table, sheet: Math.max(0, sheet), headerIndex: headers[Math.max(0, sheet)] ?? -1 };
}

/** The chosen rows with a title for each column. */
export function parseRows({ table, sheet, headerIndex }: ChosenRows): ParsedFile {
  const rows = table.sheets[sheet]?.rows ?? [];
  const below = rows.slice(headerIndex + 1);
  const width = Math.max(0, ...[rows[headerIndex], ...below].map((row) => row?.cells.findLastIndex((cell) => cell !== '') ?? -1)) + 1;
  const students = below.filter((row) => !isTotal(row));
  return {
    name: table.name,
    header: Array.from({ length: width }, (_, index) => rows[headerIndex]?.cells[index] || t`Column ${index + 1}`),
    rows: students,
    totals: below.length - students.length,
  };
}

/** Sheets often end in how many they list. */
function isTotal({ cells }: TableRow): boolean {
  const [first = '', ...others] = cells.filter((cell) => cell !== '');
  return /^(?:grand |sub ?)?total\b|^jumla\b/i.test(first) && others.every((cell) => /^[\d\s.,]*$/.test(cell));
}

/** Maps columns whose titles are a field's name or a common synonym of it. */
export function guessMapping(header: readonly string[]): FieldMapping {
  const titles = header.map(normalized);
  const mapping: FieldMapping = {};
  const usedColumns = new Set<number>();
  const take = (field: ImportField, index: number) => {
    if (index < 0 || usedColumns.has(index) || mapping[field] !== undefined) return;
    mapping[field] = index;
    usedColumns.add(index);
  };
  for (const field of importFields) {
    const own = [field.label, translate(field.label), field.name].map(normalized);
    take(
      field.name,
      titles.findIndex((title) => own.includes(title)),
    );
  }
  for (const field of importFields) {
    const known = titlesOf(field);
    take(
      field.name,
      titles.findIndex((title, index) => !usedColumns.has(index) && known.includes(title)),
    );
  }
  return mapping;
}

/** Fields that a student cannot be added without and that have no column: the number, and a name in one column or in parts. */
export function missingFields(mapping: FieldMapping): string[] {
  const missing = importFields
    .filter(({ name, isRequired }) => isRequired && mapping[name] === undefined)
    .map(({ label }) => translate(label));
  return mapping.name === undefined && mapping.first_name === undefined ? [...missing, t`Full name or First name`] : missing;
}

/** The rows to send; empty cells are omitted, a student's whole name is sent in its parts and a guardian's parts as a whole. */
export function importRowsOf(file: ParsedFile, mapping: FieldMapping): ImportRow[] {
  const mapped = Object.entries(mapping).filter(([, index]) => index !== undefined);
  return file.rows.map(({ line, cells }) => {
    const filled = mapped.map(([field, index]) => [field, cells[index ?? -1] ?? '']).filter(([, value]) => value !== '');
    const cellsByField: Partial<Record<ImportField, string>> = Object.fromEntries(filled);
    const { name, guardian_first_name: guardianFirst, guardian_last_name: guardianLast, ...row } = cellsByField;
    const { first, last } = splitName(name ?? '');
    const guardian = fullName(guardianFirst, guardianLast);
    return {
      row: line,
      ...(first && { first_name: first }),
      ...(last && { last_name: last }),
      ...(guardian && { guardian_name: guardian }),
      ...row,
    };
  });
}

/** The rows with the guardians that the office joined, by the rows they were asked about. */
export function withJoinedGuardians(
  rows: readonly ImportRow[],
  likely: readonly LikelyGuardian[],
  joined: ReadonlySet<number>,
): ImportRow[] {
  const same = new Map(likely.filter(({ row }) => joined.has(row)).map(({ row, same_guardian_as }) => [row, same_guardian_as]));
  return rows.map((row) => {
    const guardian = same.get(row.row);
    return guardian ? { ...row, same_guardian_as: guardian } : row;
  });
}

/** The dates of the file as its cells have them. */
export function datesOf(file: ParsedFile, { date_of_birth, admitted_on }: FieldMapping): string[] {
  return [date_of_birth, admitted_on].flatMap((column) => (column === undefined ? [] : file.rows.map(({ cells }) => cells[column] ?? '')));
}

/** A template: the header and one example row. */
export function templateCsv(): string[] {
  const columns = importFields.filter(({ example }) => example !== '');
  return [csvLine(columns.map(({ label }) => translate(label))), csvLine(columns.map(({ example }) => example))];
}

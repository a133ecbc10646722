import { t } from '@lingui/core/macro';
import type { ImportRow } from '@masomo/data/platform/imports';
import { csvLine } from '@masomo/domain/csv';
import { foldText } from '@masomo/domain/foldText';
import { findHeader } from '@masomo/documents/tables/findHeader';
import type { TableFile, TableRow } from '@masomo/documents/tables/tableFile';
import { translate } from '@masomo/i18n';
import type { ImportField, ImportKind } from './importKind.ts';

/** What of a file is read: one of its sheets, from below its header row; -1 when it has none. */
export type ChosenRows = { table: TableFile; sheet: number; headerIndex: number };
/** The rows with the file that they were read from. */
export type ChosenFile = ChosenRows & { file: File };
/** The titles and rows of a chosen sheet; totals are left out and counted. */
export type ParsedFile = { name: string; header: string[]; rows: TableRow[]; totals: number };
/** Column index by field; a field without a column is not imported. */
export type FieldMapping = Readonly<Record<string, number | undefined>>;
/** The field of each title in the school's last files. */
export type KnownTitles = Readonly<Record<string, string>>;

/** A title for comparing. */
export const normalizedTitle = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const ownTitles = ({ label, name }: ImportField) => [label, translate(label), name.replaceAll('_', ' ')].map(normalizedTitle);
const titlesOf = (field: ImportField) => [...ownTitles(field), ...(field.known ?? []).map(normalizedTitle)];

/** The first sheet in which a header row with known titles is found, else the first sheet. */
export function chooseRows(table: TableFile, { fields }: ImportKind, remembered: KnownTitles = {}): ChosenRows {
  const titles = new Set([...fields.flatMap(titlesOf), ...Object.keys(remembered)]);
  const isKnown = (title: string) => titles.has(normalizedTitle(title));
  const headers = table.sheets.map(({ rows }) => findHeader(rows, isKnown));
  const sheet = table.sheets.findIndex(({ rows }, index) => rows[headers[index] ?? -1]?.cells.some(isKnown));
  return { table, sheet: Math.max(0, sheet), headerIndex: headers[Math.max(0, sheet)] ?? -1 };
}

/** The chosen rows with a title for each column. */
export function parseRows({ table, sheet, headerIndex }: ChosenRows): ParsedFile {
  const rows = table.sheets[sheet]?.rows ?? [];
  const below = rows.slice(headerIndex + 1);
  const width = Math.max(0, ...[rows[headerIndex], ...below].map((row) => row?.cells.findLastIndex((cell) => cell !== '') ?? -1)) + 1;
  const records = below.filter((row) => !isTotal(row));
  return {
    name: table.name,
    header: Array.from({ length: width }, (_, index) => rows[headerIndex]?.cells[index] || t`Column ${index + 1}`),
    rows: records,
    totals: below.length - records.length,
  };
}

/** Sheets often end in how many they list. */
function isTotal({ cells }: TableRow): boolean {
  const [first = '', ...others] = cells.filter((cell) => cell !== '');
  return /^(?:grand |sub ?)?total\b|^jumla\b/i.test(first) && others.every((cell) => /^[\d\s.,]*$/.test(cell));
}

/** Maps columns as the school did last, then those with a field's own title, then those with a common synonym of it. */
export function guessMapping(header: readonly string[], { fields }: ImportKind, remembered: KnownTitles = {}): FieldMapping {
  const titles = header.map(normalizedTitle);
  const mapping: Record<string, number> = {};
  const used = new Set<number>();
  const take = (field: ImportField, fits: (title: string) => boolean) => {
    const index = titles.findIndex((title, at) => !used.has(at) && fits(title));
    if (index < 0 || mapping[field.name] !== undefined) return;
    mapping[field.name] = index;
    used.add(index);
  };
  for (const field of fields) take(field, (title) => remembered[title] === field.name);
  for (const field of fields) take(field, (title) => ownTitles(field).includes(title));
  for (const field of fields) take(field, (title) => titlesOf(field).includes(title));
  return mapping;
}

/** The field of each title that is mapped, to be remembered for the school's next file. */
export function mappedTitles(header: readonly string[], mapping: FieldMapping): KnownTitles {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([field, index]) => (index === undefined ? [] : [[normalizedTitle(header[index] ?? ''), field]])),
  );
}

/** Fields that a row cannot do without and that have no column. */
export function missingFields({ fields, oneOf = [] }: ImportKind, mapping: FieldMapping): string[] {
  return [
    ...fields.filter(({ name, isRequired }) => isRequired && mapping[name] === undefined).map(({ label }) => translate(label)),
    ...oneOf.filter((group) => group.fields.every((name) => mapping[name] === undefined)).map(({ label }) => label),
  ];
}

/** The rows to send; empty cells are omitted. */
export function importRowsOf({ cellsOf = (cells) => cells }: ImportKind, file: ParsedFile, mapping: FieldMapping): ImportRow[] {
  const mapped = Object.entries(mapping).filter(([, index]) => index !== undefined);
  return file.rows.map(({ line, cells }) => {
    const filled = mapped.map(([field, index]) => [field, cells[index ?? -1] ?? ''] as const).filter(([, value]) => value !== '');
    return { ...cellsOf(Object.fromEntries(filled)), row: line };
  });
}

/** The dates of the file as its cells have them. */
export function datesOf({ fields }: ImportKind, file: ParsedFile, mapping: FieldMapping): string[] {
  return fields.flatMap(({ name, isDate }) => {
    const column = isDate ? mapping[name] : undefined;
    return column === undefined ? [] : file.rows.map(({ cells }) => cells[column] ?? '');
  });
}

/** A template: the header and one example row. */
export function templateCsv({ fields }: ImportKind): string[] {
  const columns = fields.filter(({ example }) => example);
  return [csvLine(columns.map(({ label }) => translate(label))), csvLine(columns.map(({ example }) => example ?? ''))];
}

import { t } from '@lingui/core/macro';
import { importFields, type ImportResult } from '@masomo/data/people/studentImport';
import { csvLine } from '@masomo/domain/csv';
import { translate } from '@masomo/i18n';
import type { ParsedFile } from './importFile.ts';

/** The rejected rows as they were in the file, each with all its errors. */
export function rejectedRowsCsv(file: ParsedFile, { problems }: ImportResult): string[] {
  const byLine = new Map(file.rows.map(({ line, cells }) => [line, cells]));
  const width = file.header.length;
  return [
    csvLine([...file.header, t`Row`, t`Problem`]),
    ...rejectedLines(problems).map((row) =>
      csvLine([
        ...Array.from({ length: width }, (_, index) => byLine.get(row)?.[index] ?? ''),
        row,
        problems
          .filter((problem) => problem.row === row)
          .map(({ column, message }) => `${fieldLabel(column)}: ${message}`)
          .join(' '),
      ]),
    ),
  ];
}

/** The lines of the file that have a problem, each once. */
export function rejectedLines(problems: ImportResult['problems']): number[] {
  return [...new Set(problems.map(({ row }) => row))];
}

export function fieldLabel(field: string): string {
  const found = importFields.find(({ name }) => name === field);
  return found ? translate(found.label) : field;
}

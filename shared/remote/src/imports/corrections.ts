import { t } from '@lingui/core/macro';
import type { FaultyRow } from '@masomo/data/platform/imports';
import { csvLine } from '@masomo/domain/csv';
import { translate } from '@masomo/i18n';
import type { ImportKind } from './importKind.ts';

/** What people call a field. */
export function fieldLabel({ fields }: ImportKind, name: string): string {
  const found = fields.find((field) => field.name === name);
  return found ? translate(found.label) : name;
}

/** All that is wrong with a row. */
export const problemsOf = (kind: ImportKind, { problems }: FaultyRow): string =>
  problems.map(({ column, message }) => (column ? `${fieldLabel(kind, column)}: ${message}` : message)).join(' ');

/** The faulty rows under titles that the import knows, each with all that is wrong with it. */
export function correctionsCsv(kind: ImportKind, rows: readonly FaultyRow[]): string[] {
  const filled = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  const faulty = new Set(rows.flatMap(({ problems }) => problems.map(({ column }) => column)));
  const fields = kind.fields.filter(({ name, isRequired }) => isRequired || filled.has(name) || faulty.has(name));
  return [
    csvLine([...fields.map(({ label }) => translate(label)), t`Row`, t`Problem`]),
    ...rows.map((row) => csvLine([...fields.map(({ name }) => row.cells[name] ?? ''), row.row, problemsOf(kind, row)])),
  ];
}

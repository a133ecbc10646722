import { t } from '@lingui/core/macro';
import type { ImportResult } from '@masomo/data/people/studentImport';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import type { ParsedFile } from './importFile.ts';
import { fieldLabel } from './rejectedRows.ts';

type RowError = ImportResult['problems'][number] & { rowText: string };

const columns: DataTableColumn<RowError>[] = [
  { id: 'row', header: t`Row`, align: 'end', width: '16', cell: (problem) => problem.row },
  { id: 'column', header: t`Column`, noWrap: true, cell: (problem) => fieldLabel(problem.column) },
  { id: 'message', header: t`Problem`, cell: (problem) => problem.message },
  { id: 'rowText', header: t`In the file`, cell: (problem) => problem.rowText },
];

export function RowErrorTable({ file, outcome }: { file: ParsedFile; outcome: ImportResult }) {
  if (outcome.problems.length === 0) return null;
  const byLine = new Map(file.rows.map(({ line, cells }) => [line, cells]));
  const rows = outcome.problems.map((problem) => ({ ...problem, rowText: byLine.get(problem.row)?.slice(0, 4).join(', ') ?? '' }));
  return (
    <RecordList
      label={t`Rows with problems`}
      columns={columns}
      rows={rows}
      pageSize={10}
      rowId={({ row, column, message }) => `${row} ${column} ${message}`}
      empty={{ title: t`No problems` }}
    />
  );
}

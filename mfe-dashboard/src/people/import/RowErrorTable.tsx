import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ImportResult } from '@masomo/data/people/studentImport';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { translate } from '@masomo/i18n';
import type { ParsedFile } from './importFile.ts';
import { fieldLabel } from './rejectedRows.ts';

type RowError = ImportResult['problems'][number] & { rowText: string };
const pageSize = 10;

const columns: DataTableColumn<RowError>[] = [
  { id: 'row', header: t`Row`, align: 'end', width: '16', cell: (problem) => problem.row },
  { id: 'column', header: t`Column`, noWrap: true, cell: (problem) => fieldLabel(problem.column) },
  { id: 'message', header: t`Problem`, cell: (problem) => translate(problem.message) },
  { id: 'rowText', header: t`In the file`, cell: (problem) => problem.rowText },
];

export function RowErrorTable({ file, outcome }: { file: ParsedFile; outcome: ImportResult }) {
  const [page, setPage] = useState(0);
  if (outcome.problems.length === 0) return null;
  const byLine = new Map(file.rows.map(({ line, cells }) => [line, cells]));
  const rows = outcome.problems
    .slice(page * pageSize, (page + 1) * pageSize)
    .map((problem) => ({ ...problem, rowText: byLine.get(problem.row)?.slice(0, 4).join(', ') ?? '' }));
  return (
    <DataTable
      label={t`Rows with problems`}
      columns={columns}
      rows={rows}
      rowId={({ row, column, message }) => `${row} ${column} ${message}`}
      total={outcome.problems.length}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      isLoading={false}
      empty=""
    />
  );
}

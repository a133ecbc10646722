import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand } from '@masomo/data';
import { importKeys, listFaultyRows, readFaultyRows, type FaultyRow, type Import } from '@masomo/data/platform/imports';
import { saveCsv } from '@masomo/documents/saveFile';
import { Box, Button, toaster } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '../lists/RecordList.tsx';
import { correctionsCsv, problemsOf } from './corrections.ts';
import { countOfFaulty } from './countOfFaulty.ts';
import type { ImportKind } from './importKind.ts';

type FaultyRowsProps = { kind: ImportKind; of: Import };

/** The rows of an import that have problems, each with all of them. */
export function FaultyRows({ kind, of }: FaultyRowsProps) {
  if (countOfFaulty(of) === 0) return null;
  const columns: DataTableColumn<FaultyRow>[] = [
    { id: 'row', header: t`Row`, align: 'end', width: '16', cell: ({ row }) => <RowNumber row={row} /> },
    { id: 'problem', header: t`Problem`, cell: (row) => problemsOf(kind, row) },
    {
      id: 'cells',
      header: t`In the file`,
      cell: ({ cells }) =>
        kind.fields
          .flatMap(({ name }) => cells[name] ?? [])
          .slice(0, 4)
          .join(', '),
    },
  ];
  return (
    <RecordList
      label={t`Rows with problems`}
      columns={columns}
      keyOf={(filter) => importKeys.faulty(of.id, filter, `${of.state} ${of.outcome.faulty} ${of.undone}`)}
      query={(db, filter) => listFaultyRows(db, of.id, filter)}
      pageSize={10}
      rowId={({ row }) => String(row)}
      empty={{ title: t`No problems` }}
    />
  );
}

/** On a phone the number is the title of a card, without a head that says what it counts. */
function RowNumber({ row }: { row: number }) {
  return (
    <>
      <Box as="span" hideFrom="md">
        <Trans>Row {row}</Trans>
      </Box>
      <Box as="span" hideBelow="md">
        {row}
      </Box>
    </>
  );
}

/** Downloads the rows that have problems, to be corrected and imported. */
export function CorrectionsButton({ kind, of }: FaultyRowsProps) {
  const name = of.fileName.replace(/\.[^.]*$/, '');
  const download = useCommand(readFaultyRows, {
    onSuccess: (rows) => saveCsv(`${t`${name} to correct`}.csv`, correctionsCsv(kind, rows)),
    onError: (error) => toaster.error(failureMessage(error, t`The file was not created`)),
  });
  const count = countOfFaulty(of);
  if (count === 0) return null;
  return (
    <Button variant="outline" loading={download.isRunning} onClick={() => void download.run(of.id)}>
      {plural(count, { one: 'Download # row to correct', other: 'Download # rows to correct' })}
    </Button>
  );
}

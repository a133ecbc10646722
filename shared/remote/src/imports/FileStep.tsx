import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ChangeEvent } from 'react';
import { saveCsv } from '@masomo/documents/saveFile';
import { readTable } from '@masomo/documents/tables/readTable';
import { UnreadableFile } from '@masomo/documents/tables/tableFile';
import { Button, HStack, SimpleGrid, Text } from '@masomo/design-system';
import { FieldFrame, SelectField } from '@masomo/design-system/forms';
import { ColumnList } from './ColumnList.tsx';
import { FileDrop } from './FileDrop.tsx';
import { chooseRows, parseRows, templateCsv, type ChosenFile, type ChosenRows, type KnownTitles } from './importedFile.ts';
import type { ImportKind } from './importKind.ts';
import { Step } from './Step.tsx';

const maxFileBytes = 5 * 1024 * 1024;
/** Rows that are offered as the header row. */
const offeredRows = 15;
const accepted = '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Why a file cannot be used at all. */
function fileError({ table: { sheets } }: ChosenRows): string | undefined {
  const widest = Math.max(0, ...sheets.flatMap(({ rows }) => rows.map(({ cells }) => cells.filter(Boolean).length)));
  if (widest === 0) return t`This file is empty. Choose the file with your records.`;
  if (widest === 1) return t`This file has only one column. Save your sheet as .xlsx or CSV and choose that file.`;
  return sheets.every(({ rows }) => rows.length < 2) ? t`This file has no rows below its header row.` : undefined;
}

type FileStepProps = {
  kind: ImportKind;
  /** Names the template. */
  title: string;
  hint: string;
  titles: KnownTitles;
  chosen: ChosenFile | undefined;
  onChoose: (chosen: ChosenFile | undefined) => void;
};

/** The file, and where in it the rows are. */
export function FileStep({ kind, title, hint, titles, chosen, onChoose }: FileStepProps) {
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<string>();

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const [selectedFile] = input.files ?? [];
    if (!selectedFile) return;
    setError(undefined);
    if (selectedFile.size > maxFileBytes) setError(t`Choose a file of up to 5 MB, or split this one.`);
    else {
      setIsReading(true);
      try {
        const found = chooseRows(await readTable(selectedFile), kind, titles);
        const objection = fileError(found);
        setError(objection);
        onChoose(objection ? undefined : { ...found, file: selectedFile });
      } catch (failure) {
        if (!(failure instanceof UnreadableFile)) throw failure;
        setError(failure.userMessage);
      } finally {
        setIsReading(false);
      }
    }
    // An input that still has the file sees no change when the corrected file is chosen.
    input.value = '';
  }
  return (
    <Step title={t`1. Choose a file`}>
      <Text color="fg.muted">{hint}</Text>
      <HStack>
        <Button size="sm" variant="outline" onClick={() => saveCsv(`${t`${title} template`}.csv`, templateCsv(kind))}>
          <Trans>Download template</Trans>
        </Button>
      </HStack>
      <FieldFrame label={t`File to import`} error={error} {...(chosen && !error ? { helpText: <FileSummary chosen={chosen} /> } : {})}>
        {(control) => <FileDrop {...control} accept={accepted} onChange={(event) => void read(event)} />}
      </FieldFrame>
      {isReading && (
        <Text role="status">
          <Trans>Reading the file...</Trans>
        </Text>
      )}
      {!chosen && <ColumnList kind={kind} />}
      {chosen && <RowChoice kind={kind} titles={titles} chosen={chosen} onChoose={onChoose} />}
    </Step>
  );
}

/** Whose rows are imported: the input itself is empty again, so that a corrected file can be chosen. */
function FileSummary({ chosen }: { chosen: ChosenRows }) {
  const { name, rows, totals } = parseRows(chosen);
  return (
    <>
      <span>{t`${name}: ${plural(rows.length, { one: '# row', other: '# rows' })}`}</span>
      {totals > 0 && (
        <>
          {' '}
          <Plural value={totals} one="# row with a total was left out." other="# rows with totals were left out." />
        </>
      )}
    </>
  );
}

type RowChoiceProps = Pick<FileStepProps, 'kind' | 'titles' | 'onChoose'> & { chosen: ChosenFile };

/** Where the titles of the columns are, for files in which they are not found. */
function RowChoice({ kind, titles, chosen, onChoose }: RowChoiceProps) {
  const { table, sheet, headerIndex } = chosen;
  const rows = table.sheets[sheet]?.rows.slice(0, offeredRows) ?? [];
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
      {table.sheets.length > 1 && (
        <SelectField
          label={t`Sheet`}
          value={String(sheet)}
          options={table.sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
          onChange={({ currentTarget: { value } }) => {
            const only = chooseRows({ ...table, sheets: [table.sheets[Number(value)] ?? { name: '', rows: [] }] }, kind, titles);
            onChoose({ ...chosen, sheet: Number(value), headerIndex: only.headerIndex });
          }}
        />
      )}
      <SelectField
        label={t`Row with the column titles`}
        value={String(headerIndex)}
        options={[
          { value: '-1', label: t`The file has no such row` },
          ...rows.map(({ line, cells }, index) => ({
            value: String(index),
            label: `${line}: ${cells.filter(Boolean).join(', ').slice(0, 60)}`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, headerIndex: Number(value) })}
      />
    </SimpleGrid>
  );
}

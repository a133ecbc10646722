import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ChangeEvent } from 'react';
import { saveCsv } from '@masomo/documents/saveFile';
import { Button, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { FieldFrame } from '@masomo/design-system/forms';
import { FileInput } from '../../shared/FileInput.tsx';
import { parseCsvFile, templateCsv, type ParsedFile } from './importFile.ts';

const maxFileBytes = 5 * 1024 * 1024;

/** Workbooks are archives or, in the old format, compound files, whatever they are named. */
async function isWorkbook(file: File): Promise<boolean> {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(file.name)) return true;
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return (start[0] === 0x50 && start[1] === 0x4b) || (start[0] === 0xd0 && start[1] === 0xcf);
}

/** Why a file cannot be used at all. */
function fileError(read: ParsedFile): string | undefined {
  if (read.header.length === 0) return t`This file is empty. Choose the CSV file with your students.`;
  if (read.header.length < 2) return t`This file has only one column. Save your sheet as CSV and choose that file.`;
  return read.rows.length === 0 ? t`This file has no rows below its header row.` : undefined;
}

export function FileStep({
  file,
  isLocked,
  onRead,
}: {
  file: ParsedFile | undefined;
  isLocked: boolean;
  onRead: (file: ParsedFile) => void;
}) {
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const [selectedFile] = event.currentTarget.files ?? [];
    if (!selectedFile) return;
    setError(undefined);
    if (selectedFile.size > maxFileBytes) return setError(t`Choose a file of up to 5 MB, or split this one.`);
    if (await isWorkbook(selectedFile))
      return setError(t`This is a workbook. Open it in Excel or Sheets, save it as CSV and choose that file.`);
    setProgress(0);
    try {
      const found = await parseCsvFile(selectedFile, setProgress);
      const objection = fileError(found);
      if (objection) setError(objection);
      else onRead(found);
    } catch (failure) {
      setError(
        failure instanceof Error && failure.name === 'NotReadableError'
          ? t`The file could not be read. Close it in other programs and choose it again.`
          : t`This is not a CSV file. Save your sheet as CSV and choose that file.`,
      );
    } finally {
      setProgress(undefined);
    }
  }
  return (
    <Card.Root as="section" aria-label={t`1. Choose a file`}>
      <Card.Header>
        <Heading as="h2" size="md">
          <Trans>1. Choose a file</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="4">
          <Text color="fg.muted">
            <Trans>One row per student, with a header row. Students whose admission numbers already exist are skipped.</Trans>
          </Text>
          <HStack>
            <Button size="sm" variant="outline" onClick={() => saveCsv(`${t`Student import template`}.csv`, templateCsv())}>
              <Trans>Download template</Trans>
            </Button>
          </HStack>
          <FieldFrame
            label={t`CSV file`}
            error={error}
            disabled={isLocked}
            helpText={
              file && !error ? t`${file.name}: ${plural(file.rows.length, { one: '# row', other: '# rows' })}` : t`Up to 3,000 students`
            }
          >
            {(control) => <FileInput {...control} accept=".csv,text/csv,text/plain" onChange={(event) => void read(event)} />}
          </FieldFrame>
          {progress !== undefined && (
            <Text role="status">
              <Plural value={progress} one="Reading... # row so far" other="Reading... # rows so far" />
            </Text>
          )}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

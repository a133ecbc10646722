import { useState, type ChangeEvent } from 'react';
import { formatNumber } from '@masomo/domain/number';
import { saveCsv } from '@masomo/documents/saveFile';
import { Button, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { FieldFrame } from '@masomo/design-system/forms';
import { FileInput } from '../../shared/FileInput.tsx';
import { parseCsvFile, templateCsv, type ParsedFile } from './importFile.ts';

const maxFileBytes = 5 * 1024 * 1024;

/** Why a file cannot be used at all. */
function fileError(read: ParsedFile): string | undefined {
  if (read.header.length < 2) return 'This file has one column only. Save your sheet as CSV and choose that file.';
  return read.rows.length === 0 ? 'The file has no rows below its header.' : undefined;
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
    if (selectedFile.size > maxFileBytes) return setError('Choose a file of at most 5 MB, or split it.');
    setProgress(0);
    try {
      const found = await parseCsvFile(selectedFile, setProgress);
      const objection = fileError(found);
      if (objection) setError(objection);
      else onRead(found);
    } catch (failure) {
      setError(
        failure instanceof Error && failure.name === 'NotReadableError'
          ? 'The file could not be read. Close it in other programs and choose it again.'
          : 'This is not a CSV file. Save your sheet as CSV and choose that file.',
      );
    } finally {
      setProgress(undefined);
    }
  }
  return (
    <Card.Root as="section" aria-label="1. Choose the file">
      <Card.Header>
        <Heading as="h2" size="md">
          1. Choose the file
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="4">
          <Text color="fg.muted">
            One row per student, with a header above. Students whose admission number is here already are left as they are.
          </Text>
          <HStack>
            <Button size="sm" variant="outline" onClick={() => saveCsv('students-template.csv', templateCsv())}>
              Download template
            </Button>
          </HStack>
          <FieldFrame
            label="CSV file"
            error={error}
            disabled={isLocked}
            helpText={file && !error ? `${file.name}: ${formatNumber(file.rows.length)} rows` : 'Up to 3,000 students'}
          >
            {(control) => <FileInput {...control} accept=".csv,text/csv,text/plain" onChange={(event) => void read(event)} />}
          </FieldFrame>
          {progress !== undefined && <Text role="status">Reading, {formatNumber(progress)} rows so far...</Text>}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

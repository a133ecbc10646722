import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { checkStudentRows, importFields, importStudentRows, type ImportResult } from '@masomo/data/people/studentImport';
import { formatNumber } from '@masomo/domain/number';
import { saveCsv } from '@masomo/documents/saveFile';
import { Alert, AppLink, Button, ButtonLink, Card, Heading, HStack, Spinner, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FileStep } from './FileStep.tsx';
import { guessMapping, importRowsOf, rejectedLines, rejectedRowsCsv, type FieldMapping, type ParsedFile } from './importFile.ts';
import { RowErrorTable } from './RowErrorTable.tsx';

const studentCount = (count: number) => `${formatNumber(count)} ${count === 1 ? 'student' : 'students'}`;

/** Imports students from a CSV file: choose it, map its columns, check the rows, import those without errors. */
export function ImportPage() {
  const [file, setFile] = useState<ParsedFile>();
  const [mapping, setMapping] = useState<FieldMapping>({});
  const [checked, setChecked] = useState<ImportResult>();
  const [done, setDone] = useState<ImportResult>();
  const check = useCommand(checkStudentRows, { onSuccess: setChecked });
  const importRows = useCommand(importStudentRows, { invalidates: ['students', 'classes', 'overview'], onSuccess: setDone });
  const missing = importFields.filter(({ name, isRequired }) => isRequired && mapping[name] === undefined);

  const start = (next: ParsedFile | undefined, found: FieldMapping = {}) => {
    setFile(next);
    setMapping(found);
    setChecked(undefined);
    setDone(undefined);
    check.reset();
    importRows.reset();
  };
  const match = (next: FieldMapping) => {
    setMapping(next);
    setChecked(undefined);
  };

  return (
    <Stack gap="4" maxW="5xl">
      <PageHeader
        title={t`Import students`}
        description={
          <Stack gap="1">
            <Trans>
              From a CSV file of your spreadsheet program.
              <AppLink to="/dashboard/students" color="accent.fg">
                All students
              </AppLink>
            </Trans>
          </Stack>
        }
      />
      <FileStep file={file} isLocked={importRows.isRunning} onRead={(read) => start(read, guessMapping(read.header))} />
      {file && !done && (
        <Step title={t`2. Match the columns`}>
          <ColumnMapping file={file} mapping={mapping} onChange={match} />
          {missing.length > 0 && (
            <Text color="danger.fg">
              <Trans>Choose the column of: {missing.map(({ label }) => label).join(', ')}.</Trans>
            </Text>
          )}
          {check.error && <ErrorAlert text={check.error.userMessage} />}
          <HStack>
            <Button disabled={missing.length > 0 || check.isRunning} onClick={() => void check.run(importRowsOf(file, mapping))}>
              {check.isRunning ? (
                <>
                  <Spinner size="sm" aria-hidden /> <Trans>Checking {formatNumber(file.rows.length)} rows...</Trans>
                </>
              ) : (
                t`Check the rows`
              )}
            </Button>
          </HStack>
        </Step>
      )}
      {file && checked && !done && (
        <Step title={t`3. Import`}>
          <Text role="status">
            <Trans>{studentCount(checked.added)} can be imported</Trans>
            {checked.known > 0 && t`, ${formatNumber(checked.known)} are here already`}
            {checked.problems.length > 0 && t`, ${formatNumber(rejectedLines(checked.problems).length)} rows have a problem`}.
          </Text>
          <RowErrorTable file={file} outcome={checked} />
          {importRows.error && <ErrorAlert text={t`${importRows.error.userMessage} Nobody was imported.`} />}
          <HStack wrap="wrap">
            <Button disabled={checked.added === 0 || importRows.isRunning} onClick={() => void importRows.run(importRowsOf(file, mapping))}>
              {importRows.isRunning ? (
                <>
                  <Spinner size="sm" aria-hidden /> <Trans>Importing {studentCount(checked.added)}...</Trans>
                </>
              ) : (
                t`Import ${studentCount(checked.added)}`
              )}
            </Button>
            {checked.problems.length > 0 && <RejectedRowsButton file={file} outcome={checked} />}
          </HStack>
        </Step>
      )}
      {file && done && (
        <Step title={t`Done`}>
          <Alert.Root status="success">
            <Alert.Indicator />
            <Alert.Title>
              <Trans>{studentCount(done.added)} imported</Trans>
              {done.known > 0 && t`, ${formatNumber(done.known)} were here already`}.
            </Alert.Title>
          </Alert.Root>
          {done.problems.length > 0 && (
            <Text>
              <Trans>
                {formatNumber(rejectedLines(done.problems).length)} rows were left out. Download them, correct them and import that file:
                nobody is added twice.
              </Trans>
            </Text>
          )}
          <HStack wrap="wrap">
            <ButtonLink to="/dashboard/students">
              <Trans>See the students</Trans>
            </ButtonLink>
            {done.problems.length > 0 && <RejectedRowsButton file={file} outcome={done} />}
            <Button variant="outline" onClick={() => start(undefined)}>
              <Trans>Import another file</Trans>
            </Button>
          </HStack>
        </Step>
      )}
    </Stack>
  );
}

function Step({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card.Root as="section" aria-label={title}>
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="4">{children}</Stack>
      </Card.Body>
    </Card.Root>
  );
}

function ErrorAlert({ text }: { text: string }) {
  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Title>{text}</Alert.Title>
    </Alert.Root>
  );
}

function RejectedRowsButton({ file, outcome }: { file: ParsedFile; outcome: ImportResult }) {
  const count = rejectedLines(outcome.problems).length;
  return (
    <Button variant="outline" onClick={() => saveCsv('students-to-correct.csv', rejectedRowsCsv(file, outcome))}>
      <Trans>
        Download the <Plural value={count} one="row" other={`${formatNumber(count)} rows`} /> to correct
      </Trans>
    </Button>
  );
}

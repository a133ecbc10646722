import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { checkStudentRows, importStudentRows, type ImportResult } from '@masomo/data/people/studentImport';
import { decideDayOrder, type DayOrder } from '@masomo/domain/dayOrder';
import { saveCsv } from '@masomo/documents/saveFile';
import { Alert, AppLink, Box, Button, ButtonLink, Card, Heading, HStack, Spinner, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ColumnMapping } from './ColumnMapping.tsx';
import { DayOrderField } from './DayOrderField.tsx';
import { FileStep } from './FileStep.tsx';
import {
  datesOf,
  guessMapping,
  importRowsOf,
  missingFields,
  parseRows,
  withJoinedGuardians,
  type ChosenRows,
  type FieldMapping,
  type ParsedFile,
} from './importFile.ts';
import { LikelyGuardians } from './LikelyGuardians.tsx';
import { rejectedLines, rejectedRowsCsv } from './rejectedRows.ts';
import { RoomNotice } from './RoomNotice.tsx';
import { RowErrorTable } from './RowErrorTable.tsx';

/** Imports students from a CSV file or a workbook: choose it, map its columns, check the rows, import those without errors. */
export function ImportPage() {
  const [chosen, setChosen] = useState<ChosenRows>();
  const file = chosen && parseRows(chosen);
  const [mapping, setMapping] = useState<FieldMapping>({});
  const [chosenOrder, setChosenOrder] = useState<DayOrder>();
  const [checked, setChecked] = useState<ImportResult>();
  const [joined, setJoined] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState<ImportResult>();
  const check = useCommand(checkStudentRows, {
    onSuccess: (result) => {
      setChecked(result);
      setJoined(new Set());
    },
  });
  const importRows = useCommand(importStudentRows, { invalidates: ['students', 'classes', 'overview'], onSuccess: setDone });
  const missing = missingFields(mapping);
  const decided = decideDayOrder(file ? datesOf(file, mapping) : []);
  const dayOrder = chosenOrder ?? decided.order;

  const start = (next: ChosenRows | undefined) => {
    setChosen(next);
    setMapping(next ? guessMapping(parseRows(next).header) : {});
    setChosenOrder(undefined);
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
    <>
      <PageHeader
        title={t`Import students`}
        description={
          <Stack gap="1">
            <Trans>Import a workbook or a CSV file from Excel or Sheets.</Trans>
            <AppLink to="/dashboard/students" color="accent.fg">
              <Trans>All students</Trans>
            </AppLink>
          </Stack>
        }
      />
      <Stack gap="4" maxW="5xl">
        <FileStep chosen={chosen} isLocked={importRows.isRunning} onChoose={start} />
        {file && !done && (
          <Step title={t`2. Match columns`}>
            <ColumnMapping file={file} mapping={mapping} onChange={match} />
            {decided.hasNumericDates && (
              <Box maxW="sm">
                <DayOrderField
                  order={dayOrder}
                  isMixed={decided.isMixed}
                  onChange={(next) => {
                    setChosenOrder(next);
                    setChecked(undefined);
                  }}
                />
              </Box>
            )}
            {missing.length > 0 && (
              <Text color="danger.fg">
                <Trans>Choose the column for: {missing.join(', ')}.</Trans>
              </Text>
            )}
            {check.error && <ErrorAlert text={check.error.userMessage} />}
            <HStack>
              <Button
                disabled={missing.length > 0 || check.isRunning}
                onClick={() => void check.run({ rows: importRowsOf(file, mapping), dayOrder })}
              >
                {check.isRunning ? (
                  <>
                    <Spinner size="sm" aria-hidden /> <Plural value={file.rows.length} one="Checking # row..." other="Checking # rows..." />
                  </>
                ) : (
                  t`Check rows`
                )}
              </Button>
            </HStack>
          </Step>
        )}
        {file && checked && !done && (
          <Step title={t`3. Import`}>
            <Text role="status">
              {[
                plural(checked.added, { one: '# student can be imported.', other: '# students can be imported.' }),
                checked.known > 0 && plural(checked.known, { one: '# already exists.', other: '# already exist.' }),
                checked.problems.length > 0 &&
                  plural(rejectedLines(checked.problems).length, { one: '# row has a problem.', other: '# rows have a problem.' }),
              ]
                .filter(Boolean)
                .join(' ')}
            </Text>
            <RoomNotice room={checked.room} />
            <RowErrorTable file={file} outcome={checked} />
            <LikelyGuardians likely={checked.likely ?? []} joined={joined} onChange={setJoined} />
            {importRows.error && (
              <ErrorAlert
                text={
                  importRows.error.outcome === 'failed'
                    ? t`${importRows.error.userMessage} No students were imported.`
                    : importRows.error.userMessage
                }
              />
            )}
            <HStack wrap="wrap">
              <Button
                disabled={checked.added === 0 || checked.room?.is_over || importRows.isRunning}
                onClick={() =>
                  void importRows.run({ rows: withJoinedGuardians(importRowsOf(file, mapping), checked.likely ?? [], joined), dayOrder })
                }
              >
                {importRows.isRunning ? (
                  <>
                    <Spinner size="sm" aria-hidden />{' '}
                    <Plural value={checked.added} one="Importing # student..." other="Importing # students..." />
                  </>
                ) : (
                  plural(checked.added, { one: 'Import # student', other: 'Import # students' })
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
                {[
                  plural(done.added, { one: '# student imported.', other: '# students imported.' }),
                  done.known > 0 && plural(done.known, { one: '# already existed.', other: '# already existed.' }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </Alert.Title>
            </Alert.Root>
            {done.problems.length > 0 && (
              <Text>
                <Plural
                  value={rejectedLines(done.problems).length}
                  one="# row was skipped. Download it, correct it and import that file: no student is added twice."
                  other="# rows were skipped. Download them, correct them and import that file: no student is added twice."
                />
              </Text>
            )}
            <HStack wrap="wrap">
              <ButtonLink to="/dashboard/students">
                <Trans>View students</Trans>
              </ButtonLink>
              {done.problems.length > 0 && <RejectedRowsButton file={file} outcome={done} />}
              <Button variant="outline" onClick={() => start(undefined)}>
                <Trans>Import another file</Trans>
              </Button>
            </HStack>
          </Step>
        )}
      </Stack>
    </>
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
    <Button variant="outline" onClick={() => saveCsv(`${t`Students to correct`}.csv`, rejectedRowsCsv(file, outcome))}>
      <Plural value={count} one="Download # row to correct" other="Download # rows to correct" />
    </Button>
  );
}

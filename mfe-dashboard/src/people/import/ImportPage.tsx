import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { checkStudentRows, importFields, importStudentRows, type ImportOutcome } from '@masomo/data/people/studentImport';
import { Alert, AppLink, Button, ButtonLink, Card, Heading, HStack, Spinner, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { saveFile } from '../../shared/saveFile.ts';
import { ColumnMatch } from './ColumnMapping.tsx';
import { FileChoice } from './FileStep.tsx';
import { guessMapping, importRowsOf, refusedCsv, type Mapping, type ReadFile } from './importFile.ts';
import { ProblemTable } from './RowErrorTable.tsx';

const counted = (count: number) => `${count.toLocaleString('en-KE')} ${count === 1 ? 'student' : 'students'}`;

/** Students from a file: choose it, match its columns, see what is wrong, import the rest. */
export function ImportPage() {
  const [file, setFile] = useState<ReadFile>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [checked, setChecked] = useState<ImportOutcome>();
  const [done, setDone] = useState<ImportOutcome>();
  const check = useCommand(checkStudentRows, { onSuccess: setChecked });
  const bring = useCommand(importStudentRows, { invalidates: ['students', 'classes', 'overview'], onSuccess: setDone });
  const missing = importFields.filter(({ name, isRequired }) => isRequired && mapping[name] === undefined);

  const start = (next: ReadFile | undefined, found: Mapping = {}) => {
    setFile(next);
    setMapping(found);
    setChecked(undefined);
    setDone(undefined);
    check.reset();
    bring.reset();
  };
  const match = (next: Mapping) => {
    setMapping(next);
    setChecked(undefined);
  };

  return (
    <Stack gap="4" maxW="5xl">
      <PageHeader
        title="Import students"
        description={
          <Stack gap="1">
            From a CSV file of your spreadsheet program.
            <AppLink to="/dashboard/students" color="accent.fg">
              All students
            </AppLink>
          </Stack>
        }
      />
      <FileChoice file={file} isLocked={bring.isRunning} onRead={(read) => start(read, guessMapping(read.header))} />
      {file && !done && (
        <Step title="2. Match the columns">
          <ColumnMatch file={file} mapping={mapping} onChange={match} />
          {missing.length > 0 && <Text color="danger.fg">Choose the column of: {missing.map(({ label }) => label).join(', ')}.</Text>}
          {check.error && <Problem words={check.error.message} />}
          <HStack>
            <Button disabled={missing.length > 0 || check.isRunning} onClick={() => void check.run(importRowsOf(file, mapping))}>
              {check.isRunning ? (
                <>
                  <Spinner size="sm" aria-hidden /> Checking {file.rows.length.toLocaleString('en-KE')} rows...
                </>
              ) : (
                'Check the rows'
              )}
            </Button>
          </HStack>
        </Step>
      )}
      {file && checked && !done && (
        <Step title="3. Import">
          <Text role="status">
            {counted(checked.added)} can be imported{checked.known > 0 && `, ${checked.known.toLocaleString('en-KE')} are here already`}
            {checked.problems.length > 0 && `, ${checked.problems.length.toLocaleString('en-KE')} rows have a problem`}.
          </Text>
          <ProblemTable file={file} outcome={checked} />
          {bring.error && <Problem words={`${bring.error.message} Nobody was imported.`} />}
          <HStack wrap="wrap">
            <Button disabled={checked.added === 0 || bring.isRunning} onClick={() => void bring.run(importRowsOf(file, mapping))}>
              {bring.isRunning ? (
                <>
                  <Spinner size="sm" aria-hidden /> Importing {counted(checked.added)}...
                </>
              ) : (
                `Import ${counted(checked.added)}`
              )}
            </Button>
            {checked.problems.length > 0 && <Refused file={file} outcome={checked} />}
          </HStack>
        </Step>
      )}
      {file && done && (
        <Step title="Done">
          <Alert.Root status="success">
            <Alert.Indicator />
            <Alert.Title>
              {counted(done.added)} imported{done.known > 0 && `, ${done.known.toLocaleString('en-KE')} were here already`}.
            </Alert.Title>
          </Alert.Root>
          {done.problems.length > 0 && (
            <Text>
              {done.problems.length.toLocaleString('en-KE')} rows were left out. Download them, correct them and import that file: nobody is
              added twice.
            </Text>
          )}
          <HStack wrap="wrap">
            <ButtonLink to="/dashboard/students">See the students</ButtonLink>
            {done.problems.length > 0 && <Refused file={file} outcome={done} />}
            <Button variant="outline" onClick={() => start(undefined)}>
              Import another file
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

function Problem({ words }: { words: string }) {
  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Title>{words}</Alert.Title>
    </Alert.Root>
  );
}

function Refused({ file, outcome }: { file: ReadFile; outcome: ImportOutcome }) {
  return (
    <Button variant="outline" onClick={() => saveFile(refusedCsv(file, outcome), 'students-to-correct.csv')}>
      Download the {outcome.problems.length === 1 ? 'row' : `${outcome.problems.length.toLocaleString('en-KE')} rows`} to correct
    </Button>
  );
}

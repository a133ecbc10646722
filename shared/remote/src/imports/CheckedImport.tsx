import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { saveImport, type Import, type ImportAnswers } from '@masomo/data/platform/imports';
import { Button, HStack, Text } from '@masomo/design-system';
import { CellStep } from './CellStep.tsx';
import { FileButton } from './FileButton.tsx';
import { CorrectionsButton, FaultyRows } from './FaultyRows.tsx';
import type { KnownTitles } from './importedFile.ts';
import type { ImportKind } from './importKind.ts';
import { ErrorAlert, Step } from './Step.tsx';

type CheckedImportProps = { kind: ImportKind; checked: Import; columns: KnownTitles; onSaved: () => void };

/** What the check of a file found, what people may say about it, and the start of its import. */
export function CheckedImport({ kind, checked, columns, onSaved }: CheckedImportProps) {
  const [answers, setAnswers] = useState<ImportAnswers>({});
  const save = useCommand(saveImport, { invalidates: ['imports', 'jobs'], onSuccess: () => onSaved() });
  const { added, known, faulty, notes } = checked.outcome;
  const { Notes } = kind;
  const fileName = checked.fileName;
  return (
    <Step title={t`3. Import ${fileName}`}>
      <Text role="status">
        {[
          plural(added, { one: '# row can be imported.', other: '# rows can be imported.' }),
          known > 0 && plural(known, { one: '# exists already.', other: '# exist already.' }),
          faulty > 0 && plural(faulty, { one: '# row has a problem.', other: '# rows have a problem.' }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {Notes && <Notes notes={notes} answers={answers} onAnswer={setAnswers} />}
      <CellStep key={JSON.stringify(checked.outcome.unmatched)} kind={kind} checked={checked} />
      <FaultyRows kind={kind} of={checked} />
      {save.error && (
        <ErrorAlert text={save.error.outcome === 'failed' ? t`${save.error.userMessage} Nothing was imported.` : save.error.userMessage} />
      )}
      <HStack wrap="wrap">
        <Button
          disabled={added === 0 || (kind.isBlocked?.(notes) ?? false) || save.isRunning}
          loading={save.isRunning}
          onClick={() => void save.run({ id: checked.id, answers, columns })}
        >
          {plural(added, { one: 'Import # row', other: 'Import # rows' })}
        </Button>
        <CorrectionsButton kind={kind} of={checked} />
        <FileButton of={checked} />
      </HStack>
    </Step>
  );
}

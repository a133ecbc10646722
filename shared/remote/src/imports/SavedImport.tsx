import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { undoImport, type Import } from '@masomo/data/platform/imports';
import { formatDateTime } from '@masomo/domain/time';
import { Alert, Button, ButtonLink, HStack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { CorrectionsButton, FaultyRows } from './FaultyRows.tsx';
import { FileButton } from './FileButton.tsx';
import { countOfFaulty } from './countOfFaulty.ts';
import type { ImportKind } from './importKind.ts';
import { Step } from './Step.tsx';
import { useFreshLists } from './useFreshLists.ts';

type SavedImportProps = {
  kind: ImportKind;
  saved: Import;
  list: { to: string; label: string };
  /** The rows with problems of the latest one are shown, those of others when they are asked to be. */
  isLatest: boolean;
};

/** An import that is being saved or undone, or was in the last 24 hours. */
export function SavedImport({ kind, saved, list, isLatest }: SavedImportProps) {
  const { id, fileName, state, createdAt } = saved;
  const [isOpen, setIsOpen] = useState(isLatest);
  const isUndoing = state === 'undoing' || state === 'undone';
  useFreshLists(kind.invalidates, `${state} ${saved.saved} ${saved.undone}`);
  return (
    <Step title={fileName}>
      <Text color="fg.muted" textStyle="sm">
        <Trans>Chosen {formatDateTime(createdAt)}</Trans>
      </Text>
      {(state === 'queued' || state === 'saving' || state === 'undoing') && (
        <>
          <Text role="status">
            {isUndoing ? (
              <Trans>This import is being undone.</Trans>
            ) : (
              <Trans>The rows are being saved. You can close this page and come back.</Trans>
            )}
          </Text>
          <JobProgress kind={isUndoing ? 'undo-import' : 'save-import'} subject={id} />
        </>
      )}
      {state === 'saved' && <SavedNotice saved={saved} />}
      {state === 'undone' && <UndoneNotice saved={saved} />}
      {(state === 'saved' || state === 'undone') && isOpen && <FaultyRows kind={kind} of={saved} />}
      <HStack wrap="wrap">
        {state === 'saved' && <ButtonLink to={list.to}>{list.label}</ButtonLink>}
        {!isOpen && countOfFaulty(saved) > 0 && (
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            <Trans>Show rows with problems</Trans>
          </Button>
        )}
        {state === 'saved' && <CorrectionsButton kind={kind} of={saved} />}
        <FileButton of={saved} />
        {(state === 'saved' || state === 'saving') && saved.saved > 0 && <UndoButton saved={saved} />}
      </HStack>
    </Step>
  );
}

function SavedNotice({ saved: { saved, outcome, expiresAt } }: { saved: Import }) {
  return (
    <Alert.Root status="success">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          {[
            plural(saved, { one: '# row imported.', other: '# rows imported.' }),
            outcome.known > 0 && plural(outcome.known, { one: '# existed already.', other: '# existed already.' }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Alert.Title>
        <Alert.Description>
          {outcome.faulty > 0 && (
            <>
              <Plural
                value={outcome.faulty}
                one="# row was skipped. Download it, correct it and import that file: nothing is added twice."
                other="# rows were skipped. Download them, correct them and import that file: nothing is added twice."
              />{' '}
            </>
          )}
          <Trans>It can be undone until {formatDateTime(expiresAt)}.</Trans>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function UndoneNotice({ saved: { saved, undone } }: { saved: Import }) {
  const kept = saved - undone;
  return (
    <Alert.Root status={kept > 0 ? 'warning' : 'success'}>
      <Alert.Indicator />
      <Alert.Title>
        {[
          plural(undone, { one: 'Undone: # row was removed again.', other: 'Undone: # rows were removed again.' }),
          kept > 0 && plural(kept, { one: '# stays, since it was used.', other: '# stay, since they were used.' }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Alert.Title>
    </Alert.Root>
  );
}

function UndoButton({ saved }: { saved: Import }) {
  const [isAsking, setIsAsking] = useState(false);
  const undo = useCommand(undoImport, {
    invalidates: ['imports', 'jobs'],
    onSuccess: () => setIsAsking(false),
    onError: (error) => toaster.error(failureMessage(error, t`It was not undone`)),
  });
  const count = plural(saved.saved, { one: '# row', other: '# rows' });
  return (
    <>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        <Trans>Undo this import</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Undo this import?`}
        confirmLabel={t`Undo this import`}
        body={<Trans>What it added is removed again ({count}). What was changed or used since stays, and is listed.</Trans>}
        isBusy={undo.isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void undo.run(saved.id)}
      />
    </>
  );
}

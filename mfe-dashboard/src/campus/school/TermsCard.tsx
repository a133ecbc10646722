import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { closeTerm, removeTerm } from '@masomo/data/campus/schoolSetup';
import { currentTerm, listTerms, schoolKeys, type Term } from '@masomo/data/platform/schools';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, HStack, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ReopenTermDialog } from './ReopenTermDialog.tsx';
import { SetupCard } from './SetupCard.tsx';
import { TermDialog } from './TermDialog.tsx';
import { today } from '@masomo/remote/schoolDay';

/** The database keeps a term that fees, marks or registers belong to. */
export function TermsCard({ schoolId }: { schoolId: string }) {
  const { data: terms, error, reload } = useQuery(schoolKeys.terms(schoolId), (db) => listTerms(db, schoolId));
  const [edited, setEdited] = useState<Term | 'new'>();
  const remove = useCommand(removeTerm, {
    invalidates: ['schools', 'fees'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The term was not removed`)),
  });
  const [toClose, setToClose] = useState<Term>();
  const [toReopen, setToReopen] = useState<Term>();
  const close = useCommand(closeTerm, {
    invalidates: ['schools'],
    onSuccess: () => toaster.success({ title: t`The term is closed` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The term was not closed`)),
  });
  const current = terms && currentTerm(terms, today());
  return (
    <SetupCard
      title={t`Terms`}
      addLabel={t`Add term`}
      removal={t`This permanently deletes the term. A term in use cannot be removed.`}
      rows={terms}
      error={error}
      onRetry={reload}
      empty={{ title: t`No terms yet`, text: t`Add the first term. Fees and marks are kept by term.` }}
      header={[t`Term`, t`Starts`, t`Ends`]}
      cells={(term) => [
        <HStack key="name">
          {term.name}
          {term.id === current?.id && (
            <Badge colorPalette="green">
              <Trans context="term">Current</Trans>
            </Badge>
          )}
          {term.isClosed && (
            <Badge>
              <Trans context="term">Closed</Trans>
            </Badge>
          )}
        </HStack>,
        formatDate(term.startsOn),
        formatDate(term.endsOn),
      ]}
      actions={(term) =>
        term.isClosed ? (
          <Button size="xs" variant="outline" aria-label={t`Reopen ${term.name}`} onClick={() => setToReopen(term)}>
            <Trans>Reopen</Trans>
          </Button>
        ) : (
          term.endsOn < today() && (
            <Button
              size="xs"
              variant="outline"
              aria-label={t`Close ${term.name}`}
              disabled={close.isRunning}
              onClick={() => setToClose(term)}
            >
              <Trans context="term">Close</Trans>
            </Button>
          )
        )
      }
      isBusy={remove.isRunning}
      onAdd={() => setEdited('new')}
      onEdit={setEdited}
      onRemove={(term) => void remove.run(term.id)}
    >
      <ConfirmDialog
        isOpen={toClose !== undefined}
        title={t`Close ${toClose?.name ?? ''}?`}
        body={t`Its marks, registers and fees can then no longer change. An administrator can reopen it by giving a reason, which goes into the activity log.`}
        confirmLabel={t`Close term`}
        onConfirm={() => {
          if (toClose) void close.run(toClose.id);
          setToClose(undefined);
        }}
        onClose={() => setToClose(undefined)}
      />
      {toReopen && <ReopenTermDialog term={toReopen} onClose={() => setToReopen(undefined)} />}
      {edited && <TermDialog {...(edited === 'new' ? {} : { term: edited })} onClose={() => setEdited(undefined)} />}
    </SetupCard>
  );
}

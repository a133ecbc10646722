import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { removeTerm } from '@masomo/data/campus/schoolSetup';
import { currentTerm, listTerms, schoolKeys, type Term } from '@masomo/data/platform/schools';
import { formatDate } from '@masomo/domain/time';
import { Badge, HStack } from '@masomo/design-system';
import { toaster } from '@masomo/design-system/overlays';
import { SetupCard } from './SetupCard.tsx';
import { TermDialog } from './TermDialog.tsx';
import { today } from '../../shared/schoolDay.ts';

/** The database keeps a term that fees, marks or registers belong to. */
export function TermsCard({ schoolId }: { schoolId: string }) {
  const { data: terms, error, reload } = useQuery(schoolKeys.terms(schoolId), (db) => listTerms(db, schoolId));
  const [edited, setEdited] = useState<Term | 'new'>();
  const remove = useCommand(removeTerm, {
    invalidates: ['schools', 'fees'],
    onError: (failure) => toaster.error({ title: t`The term was not removed`, description: failure.userMessage }),
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
        </HStack>,
        formatDate(term.startsOn),
        formatDate(term.endsOn),
      ]}
      isBusy={remove.isRunning}
      onAdd={() => setEdited('new')}
      onEdit={setEdited}
      onRemove={(term) => void remove.run(term.id)}
    >
      {edited && <TermDialog {...(edited === 'new' ? {} : { term: edited })} onClose={() => setEdited(undefined)} />}
    </SetupCard>
  );
}

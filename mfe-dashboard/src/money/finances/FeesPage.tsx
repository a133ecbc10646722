import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Allowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { feeKeys, listFees, removeFee, type Fee } from '@masomo/data/money/fees';
import { currentTerm, listTerms, schoolKeys, type Term } from '@masomo/data/platform/schools';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, ButtonLink, EmptyState, ErrorState, SkeletonText, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FilterSelect } from '@masomo/design-system/forms';
import { ActionMenu, type DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { BillDialog } from './BillDialog.tsx';
import { feePayersLabel } from './boardersLabels.ts';
import { exportedFees } from './exportedFees.ts';
import { FeeDialog } from './FeeDialog.tsx';
import { FinanceNav } from './FinanceNav.tsx';
import { shillingUnit } from '../../shared/paymentLabels.ts';
import { today } from '@masomo/remote/schoolDay';

const totalAmount = (fees: readonly Fee[]) => formatNumber(fees.reduce((sum, { amount }) => sum + amount, 0));

export function FeesPage() {
  const { user } = useSession();
  const schoolId = user?.schoolId ?? '';
  const { data: terms, error, reload } = useQuery(schoolId ? schoolKeys.terms(schoolId) : null, (db) => listTerms(db, schoolId));
  const [selectedTermId, setSelectedTermId] = useState<string>();
  const [edited, setEdited] = useState<Fee | 'new'>();
  const [isBilling, setIsBilling] = useState(false);
  const term = terms?.find(({ id }) => id === selectedTermId) ?? (terms && currentTerm(terms, today()));
  return (
    <>
      <PageHeader
        title={t`Finances`}
        description={t`Set fees and bill a term.`}
        actions={
          term && (
            <>
              <Allowed to="fee:write">
                <ButtonLink size="sm" variant="outline" to="/dashboard/finances/fees/import">
                  <Trans>Import</Trans>
                </ButtonLink>
              </Allowed>
              <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
                <Trans>Add fee</Trans>
              </Button>
              <Button size="sm" onClick={() => setIsBilling(true)}>
                <Trans>Bill term</Trans>
              </Button>
            </>
          )
        }
      />
      <FinanceNav current="/dashboard/finances/fees" />
      {error && !terms && <ErrorState error={error} onRetry={reload} />}
      {!error && !terms && <SkeletonText noOfLines={6} gap="4" />}
      {terms?.length === 0 && (
        <EmptyState
          title={t`No terms yet`}
          action={
            <ButtonLink to="/dashboard/school" size="sm">
              <Trans>Add first term</Trans>
            </ButtonLink>
          }
        >
          <Trans>Fees are set for a term of your school year.</Trans>
        </EmptyState>
      )}
      {terms && term && (
        <TermFees
          term={term}
          filters={
            <FilterSelect
              label={t`Term`}
              isRequired
              options={terms.map(({ id, name }) => ({ value: id, label: name }))}
              value={term.id}
              onValueChange={setSelectedTermId}
            />
          }
          onEdit={setEdited}
        />
      )}
      {edited && term && terms && (
        <FeeDialog terms={terms} termId={term.id} {...(edited === 'new' ? {} : { fee: edited })} onClose={() => setEdited(undefined)} />
      )}
      {isBilling && term && <BillDialog term={term} onClose={() => setIsBilling(false)} />}
    </>
  );
}

type TermFeesProps = { term: Term; filters: ReactNode; onEdit: (fee: Fee) => void };

function TermFees({ term, filters, onEdit }: TermFeesProps) {
  const { data: fees, error, reload } = useQuery(feeKeys.term(term.id), (db) => listFees(db, term.id), { live: ['fees', 'fee_charges'] });
  const [toRemove, setToRemove] = useState<Fee>();
  const remove = useCommand(removeFee, {
    invalidates: ['fees'],
    onSuccess: () => setToRemove(undefined),
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The fee was not removed`));
      setToRemove(undefined);
    },
  });
  const columns: DataTableColumn<Fee>[] = [
    { id: 'name', header: t`Fee`, cell: ({ name }) => <Text fontWeight="600">{name}</Text> },
    { id: 'class', header: t`For`, cell: ({ className, boarding }) => feePayersLabel(className, boarding) },
    { id: 'amount', header: t`Amount`, unit: shillingUnit, align: 'end', total: totalAmount, cell: ({ amount }) => formatNumber(amount) },
    { id: 'due', header: t`Due`, noWrap: true, cell: ({ dueOn }) => formatDate(dueOn) },
    {
      id: 'state',
      header: t`Status`,
      cell: ({ isBilled }) => <Badge colorPalette={isBilled ? 'green' : 'gray'}>{isBilled ? t`Billed` : t`Not billed`}</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (fee) =>
        !fee.isBilled && (
          <ActionMenu
            label={t`Actions for ${fee.name}`}
            actions={[
              { label: t`Edit`, name: t`Edit ${fee.name}`, onSelect: () => onEdit(fee) },
              { label: t`Remove`, name: t`Remove ${fee.name}`, tone: 'danger', onSelect: () => setToRemove(fee) },
            ]}
          />
        ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Fees for ${term.name}`}
        filters={filters}
        filterKey={term.id}
        isFiltered={false}
        export={exportedFees(term.name)}
        columns={columns}
        pageSize={100}
        rows={fees}
        error={error}
        onRetry={reload}
        rowLabel={({ name }) => name}
        empty={{
          title: t`No fees for ${term.name}`,
          text: t`Add fees for all students, one class, day scholars or boarders, then bill the term.`,
        }}
      />
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t`Remove ${toRemove?.name ?? ''}?`}
        body={t`No student has been billed for it.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => toRemove && void remove.run(toRemove.id)}
        onClose={() => setToRemove(undefined)}
      />
    </>
  );
}

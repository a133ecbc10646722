import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useCommand, useQuery } from '@masomo/data';
import { billTerm, feeKeys, previewTermBill, type TermBill } from '@masomo/data/money/fees';
import type { Term } from '@masomo/data/platform/schools';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, ErrorState, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { FormDialog } from '@masomo/remote/FormDialog';
import { formatShillings } from '../../shared/paymentLabels.ts';
import { feePayersLabel } from './boardersLabels.ts';
import { MovedFees } from './MovedFees.tsx';

/** Previews the bill of a term before anything is charged. */
export function BillDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const { data: bill, error, reload } = useQuery(feeKeys.bill(term.id), (db) => previewTermBill(db, term.id), { revalidateOnFocus: false });
  const run = useCommand(billTerm, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (done) => {
      toaster.success({
        title: plural(done.students, { one: '# student billed', other: '# students billed' }),
        description: t`Total: ${formatShillings(done.total)}`,
      });
      onClose();
    },
  });
  const isEmpty = bill?.charges === 0;
  return (
    <FormDialog
      title={t`Bill ${term.name}`}
      submitLabel={isEmpty ? t`Close` : bill ? t`Bill ${formatShillings(bill.total)}` : t`Bill`}
      isBusy={run.isRunning}
      error={run.error?.userMessage}
      onClose={onClose}
      isDisabled={!bill}
      isNotice={isEmpty}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty) onClose();
        else void run.run(term.id);
      }}
    >
      {error && !bill && <ErrorState error={error} onRetry={reload} />}
      {!error && !bill && <SkeletonText noOfLines={4} gap="3" />}
      {bill &&
        (isEmpty ? (
          <Stack gap="4">
            <Text>
              {bill.has_fees
                ? t`Everyone is already billed for this term. Bill it again later for students who join.`
                : t`This term has no fees yet. Add its fees first.`}
            </Text>
            {bill.moved.length > 0 && <MovedFees fees={bill.moved} />}
          </Stack>
        ) : (
          <BillPreview bill={bill} />
        ))}
    </FormDialog>
  );
}

function BillPreview({ bill }: { bill: TermBill }) {
  return (
    <Stack gap="3">
      <Text>
        <Plural
          value={bill.students}
          one={`# student will be charged ${formatShillings(bill.total)}.`}
          other={`# students will be charged ${formatShillings(bill.total)} in total.`}
        />{' '}
        <Plural value={bill.invoices} one="# new invoice will be issued." other="# new invoices will be issued." />{' '}
        <Trans>Students already billed are skipped.</Trans>
      </Text>
      <PlainTable
        label={t`Fees to bill`}
        columns={[
          {
            id: 'fee',
            header: t`Fee`,
            css: { whiteSpace: 'normal' },
            cell: ({ name, amount, class_name, boarding }) => (
              <>
                <Text>{`${name}, ${formatShillings(amount)}`}</Text>
                <Text textStyle="xs" color="fg.muted">
                  {feePayersLabel(class_name ?? '', boarding)}
                </Text>
              </>
            ),
          },
          { id: 'students', header: t`Students`, align: 'end', cell: ({ students }) => formatNumber(students) },
          { id: 'total', header: t`Total`, align: 'end', cell: ({ total }) => formatShillings(total) },
        ]}
        rows={bill.items}
        rowKey={({ name, amount, class_name, boarding }) => [name, amount, class_name, boarding].join(' ')}
      />
      {bill.moved.length > 0 && <MovedFees fees={bill.moved} />}
      {bill.without_boarding > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Plural
            value={bill.without_boarding}
            one="# student is neither set as a day scholar nor as a boarder and is billed no fee for only one of them."
            other="# students are neither set as day scholars nor as boarders and are billed no fee for only one of them."
          />{' '}
          <AppLink to="/dashboard/students" color="accent.fg">
            <Trans>Set it under Students</Trans>
          </AppLink>
        </Text>
      )}
      {bill.without_class > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Plural
            value={bill.without_class}
            one="# student has no class and is not billed class fees."
            other="# students have no class and are not billed class fees."
          />
        </Text>
      )}
    </Stack>
  );
}

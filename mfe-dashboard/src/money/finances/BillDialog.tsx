import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCommand, useQuery } from '@masomo/data';
import { billTerm, feeKeys, previewTermBill, type TermBill } from '@masomo/data/money/fees';
import type { Term } from '@masomo/data/platform/schools';
import { formatCount, formatNumber } from '@masomo/domain/number';
import { Box, ErrorState, SkeletonText, Stack, Table, Text } from '@masomo/design-system';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';
import { formatShillings } from '../../shared/paymentLabels.ts';

/** Previews the bill of a term before anything is charged. */
export function BillDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const { data: bill, error, reload } = useQuery(feeKeys.bill(term.id), (db) => previewTermBill(db, term.id), { revalidateOnFocus: false });
  const run = useCommand(billTerm, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (done) => {
      toaster.success({
        title: t`${formatCount(done.students, 'student')} billed`,
        description: t`${formatShillings(done.total)} in all.`,
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
          <Text>
            {bill.has_fees
              ? t`Everybody is billed for this term already. Students who come later can be billed by pressing this again.`
              : t`This term has no fees yet. Add what it costs first.`}
          </Text>
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
        <Trans>
          {formatCount(bill.students, 'student')} will owe <Text as="strong">{formatShillings(bill.total)}</Text> in all, on{' '}
          {formatCount(bill.invoices, 'new invoice')}. Existing invoices stay as they are.
        </Trans>
      </Text>
      <Box overflowX="auto">
        <Table.Root size="sm" aria-label={t`What will be billed`}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>
                <Trans>Fee</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end">
                <Trans>Students</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end">
                <Trans>Total</Trans>
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {bill.items.map((item) => (
              <Table.Row key={`${item.name} ${item.amount}`}>
                <Table.Cell>
                  {item.name}, {formatShillings(item.amount)}
                </Table.Cell>
                <Table.Cell textAlign="end">{formatNumber(item.students)}</Table.Cell>
                <Table.Cell textAlign="end">{formatShillings(item.total)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
      {bill.without_class > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>{formatCount(bill.without_class, 'student')} in no class: fees of a single class are not billed to them.</Trans>
        </Text>
      )}
    </Stack>
  );
}

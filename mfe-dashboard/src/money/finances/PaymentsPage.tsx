import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { feeListKeys, getPaymentTotals, listPayments, type ListedPayment, type PaymentTotalsFilter } from '@masomo/data/money/feeLists';
import { paymentMethods } from '@masomo/data/money/fees';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, ButtonLink, SimpleGrid, Text } from '@masomo/design-system';
import { StatCard } from '@masomo/design-system/admin';
import { FilterSelect, FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { paymentMethodLabel, paymentMethodLabels, formatShillings, shillingUnit } from '../../shared/paymentLabels.ts';
import { exportedPayments, paymentState } from './exportedPayments.ts';
import { FinanceNav } from './FinanceNav.tsx';
import { StudentCell } from './StudentCell.tsx';
import { today } from '@masomo/remote/schoolDay';

const columns: DataTableColumn<ListedPayment>[] = [
  {
    id: 'receipt_number',
    header: t`Receipt`,
    sortable: true,
    noWrap: true,
    cell: (row) => (
      <Box>
        <Text fontWeight="600">{row.receiptNumber}</Text>
        {paymentState(row) && <Badge title={row.reason}>{paymentState(row)}</Badge>}
      </Box>
    ),
  },
  {
    id: 'last_name',
    header: t`Student`,
    sortable: true,
    cell: (row) => <StudentCell {...row} id={row.studentId} />,
  },
  {
    id: 'method',
    header: t`Method`,
    cell: (row) => (
      <Box>
        <Text>{paymentMethodLabel(row.method)}</Text>
        {row.reference && (
          <Text fontSize="sm" color="fg.muted">
            {row.reference}
          </Text>
        )}
      </Box>
    ),
  },
  { id: 'paid_on', header: t`Paid on`, sortable: true, noWrap: true, cell: (row) => formatDate(row.paidOn) },
  { id: 'recorded_by', header: t`Recorded by`, cell: (row) => row.recordedBy || t`Unknown` },
  { id: 'amount', header: t`Amount`, unit: shillingUnit, sortable: true, align: 'end', cell: (row) => formatNumber(row.amount) },
];

export function PaymentsPage() {
  const navigate = useNavigate();
  const [filters, setFilters] = useState<PaymentTotalsFilter>({ method: '', from: '', to: '' });
  return (
    <ListScreen
      title={t`Finances`}
      description={t`Find a payment by receipt, M-Pesa code or student.`}
      search={t`Search payments`}
      columns={columns}
      sort={{ column: 'paid_on', descending: true }}
      export={exportedPayments}
      keyOf={(filter) => feeListKeys.payments({ ...filter, ...filters })}
      live={['fee_payments']}
      query={(db, filter) => listPayments(db, { ...filter, ...filters })}
      totals={(search) => ({
        key: feeListKeys.paymentTotals({ ...filters, search }),
        query: async (db) => ({ amount: formatNumber((await getPaymentTotals(db, { ...filters, search })).amount) }),
      })}
      filterKey={Object.values(filters).join('')}
      empty={{ title: t`No payments yet`, text: t`Record the first payment under Balances.` }}
      rowLabel={(row) => row.receiptNumber}
      onOpen={(row) => navigate(`/dashboard/finances/${row.studentId}`)}
      actions={
        <Allowed to="fee-payment:record">
          <ButtonLink size="sm" variant="outline" to="/dashboard/finances/payments/import">
            <Trans>Import</Trans>
          </ButtonLink>
        </Allowed>
      }
      intro={
        <>
          <FinanceNav current="/dashboard/finances/payments" />
          <Totals choice={filters} />
        </>
      }
      filters={
        <>
          <FilterSelect
            label={t`Method`}
            options={[
              { value: '', label: t`All methods` },
              ...paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] })),
            ]}
            value={filters.method}
            onValueChange={(value) => setFilters({ ...filters, method: paymentMethods.find((known) => known === value) ?? '' })}
          />
          <FilterDate
            label={t`From`}
            max={filters.to || today()}
            value={filters.from}
            onValueChange={(value) => setFilters({ ...filters, from: value })}
          />
          <FilterDate
            label={t`To`}
            min={filters.from}
            max={today()}
            value={filters.to}
            onValueChange={(value) => setFilters({ ...filters, to: value })}
          />
        </>
      }
    />
  );
}

function Totals({ choice }: { choice: PaymentTotalsFilter }) {
  const { data: totals, isLoading } = useQuery(feeListKeys.paymentTotals(choice), (db) => getPaymentTotals(db, choice), {
    keepPreviousData: true,
  });
  const amountBy = (methods: readonly string[]) =>
    totals?.methods.filter(({ method }) => methods.includes(method)).reduce((sum, { amount }) => sum + amount, 0);
  const card = (label: string, amount: number | undefined, hint?: string) => (
    <StatCard label={label} isLoading={isLoading} value={amount === undefined ? undefined : formatShillings(amount)} hint={hint} />
  );
  return (
    <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4" mb="5">
      {card(
        t`Total`,
        totals?.amount,
        // The line is there before its text, so that nothing moves.
        totals ? plural(totals.payments, { one: '# payment, net of reversals', other: '# payments, net of reversals' }) : '\u00a0',
      )}
      {card(paymentMethodLabel('mpesa'), amountBy(['mpesa']))}
      {card(t`Bank and cheque`, amountBy(['bank', 'cheque']))}
      {card(paymentMethodLabel('cash'), amountBy(['cash']))}
    </SimpleGrid>
  );
}

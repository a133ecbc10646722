import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listCashierTotals, quickFeeKeys, type CashierTotal } from '../../data/quickFees.ts';
import { formatNumber } from '@masomo/domain/number';
import { Box, EmptyState, Heading, Text } from '@masomo/design-system';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { formatShillings } from '../shared/money.ts';

const pageSize = 10;
const columns: DataTableColumn<CashierTotal>[] = [
  { id: 'cashier', header: t`Cashier`, cell: ({ cashier }) => <Text fontWeight="600">{cashier || t`Unknown`}</Text> },
  { id: 'receipts', header: t`Receipts`, align: 'end', cell: ({ receipts }) => formatNumber(receipts) },
  { id: 'cash', header: t`Cash`, align: 'end', cell: ({ cash }) => formatShillings(cash) },
  { id: 'mpesa', header: 'M-Pesa', align: 'end', cell: ({ mpesa }) => formatShillings(mpesa) },
  { id: 'bank', header: t`Bank deposit`, align: 'end', cell: ({ bank }) => formatShillings(bank) },
  { id: 'reversed', header: t`Reversed`, align: 'end', cell: ({ reversed }) => formatShillings(reversed) },
  { id: 'amount', header: t`Total`, align: 'end', cell: ({ amount }) => <strong>{formatShillings(amount)}</strong> },
];

/** The total of each cashier on a day. */
export function CashierTotals({ day }: { day: string }) {
  const [page, setPage] = useState(0);
  const { data, error, isLoading, reload } = useQuery(quickFeeKeys.totals(day), (db) => listCashierTotals(db, day));
  return (
    <Box as="section" aria-labelledby="cashiers" mb="8">
      <Heading as="h2" size="md" id="cashiers" mb="3">
        {t`Total by cashier`}
      </Heading>
      <DataTable
        label={t`Total by cashier`}
        columns={columns}
        rows={data?.slice(page * pageSize, (page + 1) * pageSize)}
        rowId={({ id }) => id}
        rowLabel={({ cashier }) => cashier}
        total={data?.length ?? 0}
        page={page}
        pageSize={pageSize}
        onPageChange={setPage}
        isLoading={isLoading}
        error={data ? undefined : error}
        onRetry={reload}
        empty={<EmptyState title={t`No fees taken on this day`} />}
      />
    </Box>
  );
}

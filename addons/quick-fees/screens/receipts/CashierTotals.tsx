import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { listCashierTotals, quickFeeKeys, type CashierTotal } from '../../data/quickFees.ts';
import { formatNumber } from '@masomo/domain/number';
import { Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { formatShillings, methodLabel } from '../shared/money.ts';

const sumOf = (kind: 'cash' | 'mpesa' | 'bank' | 'reversed' | 'amount') => (totals: readonly CashierTotal[]) =>
  formatShillings(totals.reduce((sum, total) => sum + total[kind], 0));

const columns: DataTableColumn<CashierTotal>[] = [
  { id: 'cashier', header: t`Cashier`, cell: ({ cashier }) => <Text fontWeight="600">{cashier || t`Unknown`}</Text> },
  { id: 'receipts', header: t`Receipts`, align: 'end', cell: ({ receipts }) => formatNumber(receipts) },
  { id: 'cash', header: t`Cash`, align: 'end', total: sumOf('cash'), cell: ({ cash }) => formatShillings(cash) },
  { id: 'mpesa', header: 'M-Pesa', align: 'end', total: sumOf('mpesa'), cell: ({ mpesa }) => formatShillings(mpesa) },
  { id: 'bank', header: t`Bank deposit`, align: 'end', total: sumOf('bank'), cell: ({ bank }) => formatShillings(bank) },
  { id: 'reversed', header: t`Reversed`, align: 'end', total: sumOf('reversed'), cell: ({ reversed }) => formatShillings(reversed) },
  {
    id: 'amount',
    header: t`Total`,
    align: 'end',
    total: sumOf('amount'),
    cell: ({ amount }) => <strong>{formatShillings(amount)}</strong>,
  },
];

/** The total of each cashier on a day. */
export function CashierTotals({ day }: { day: string }) {
  const { data, error, reload } = useQuery(quickFeeKeys.totals(day), (db) => listCashierTotals(db, day));
  return (
    <RecordList
      label={t`Total by cashier`}
      heading={t`Total by cashier`}
      columns={columns}
      export={{
        name: `${t`Total by cashier`} ${day}`,
        columns: [
          { title: t`Cashier`, value: (row) => row.cashier },
          { title: t`Receipts`, value: (row) => row.receipts },
          { title: t`Cash`, value: (row) => row.cash },
          { title: methodLabel('mpesa'), value: (row) => row.mpesa },
          { title: t`Bank deposit`, value: (row) => row.bank },
          { title: t`Reversed`, value: (row) => row.reversed },
          { title: t`Total`, value: (row) => row.amount },
        ],
      }}
      rows={data}
      error={error}
      onRetry={reload}
      pageSize={10}
      rowLabel={({ cashier }) => cashier}
      empty={{ title: t`No fees taken on this day` }}
    />
  );
}

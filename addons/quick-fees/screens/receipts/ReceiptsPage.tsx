import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { listQuickReceipts, quickFeeKeys, type ListedReceipt } from '../../data/quickFees.ts';
import { formatTime } from '@masomo/domain/time';
import { Badge, Box, Text } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { RecordList } from '@masomo/remote/RecordList';
import { CashierTotals } from './CashierTotals.tsx';
import { formatShillings, methodLabel } from '../shared/money.ts';
import { QuickFeesNav } from '../shared/QuickFeesNav.tsx';
import { today } from '@masomo/remote/schoolDay';
import { quickFeesHome } from '../shared/quickFeesHome.ts';

const columns: DataTableColumn<ListedReceipt>[] = [
  {
    id: 'receipt_number',
    header: t`Receipt`,
    noWrap: true,
    cell: (row) => (
      <Box>
        <Text fontWeight="600">{row.receiptNumber}</Text>
        {row.reversed > 0 && <Badge>{row.reversed === row.amount ? t`Reversed` : t`Partly reversed`}</Badge>}
      </Box>
    ),
  },
  { id: 'recorded_at', header: t`Time`, noWrap: true, cell: ({ recordedAt }) => formatTime(recordedAt) },
  { id: 'students', header: t`Students`, cell: ({ students }) => students },
  { id: 'method', header: t`Method`, cell: (row) => [methodLabel(row.method), row.reference].filter(Boolean).join(' ') },
  { id: 'cashier', header: t`Cashier`, cell: ({ cashier }) => cashier || t`Unknown` },
  { id: 'amount', header: t`Amount`, align: 'end', cell: ({ amount }) => formatShillings(amount) },
];

/** What was taken on a day: the total of each cashier, and every receipt. */
export function ReceiptsPage() {
  const navigate = useNavigate();
  const [day, setDay] = useState(today);
  return (
    <>
      <PageHeader title={t`Receipts and totals`} description={t`Totals by cashier for a day, to compare with the cash in the drawer.`} />
      <QuickFeesNav current="/receipts" />
      <Toolbar>
        <FilterDate label={t`Date`} max={today()} value={day} onValueChange={(chosen) => setDay(chosen || today())} />
      </Toolbar>
      <CashierTotals day={day} />
      <RecordList
        label={t`Receipts`}
        heading={t`Receipts`}
        search={t`Search receipts`}
        columns={columns}
        sort={{ column: 'recorded_at', descending: true }}
        keyOf={(filter) => quickFeeKeys.receipts({ ...filter, day })}
        query={(db, filter) => listQuickReceipts(db, { ...filter, day })}
        filterKey={day}
        isFiltered={false}
        rowLabel={({ receiptNumber }) => receiptNumber}
        onOpen={({ id }) => navigate(`${quickFeesHome}/receipts/${id}`)}
        empty={{ title: t`No receipts on this day`, text: t`Receipts issued at the window appear here.` }}
        export={{
          name: `${t`Receipts`} ${day}`,
          columns: [
            { title: t`Receipt`, value: (row) => row.receiptNumber },
            { title: t`Time`, value: (row) => row.recordedAt, as: 'time' },
            { title: t`Students`, value: (row) => row.students },
            { title: t`Method`, value: (row) => methodLabel(row.method) },
            { title: t`Reference`, value: (row) => row.reference },
            { title: t`Cashier`, value: (row) => row.cashier },
            { title: t`Amount`, value: (row) => row.amount },
            { title: t`Reversed`, value: (row) => row.reversed },
          ],
        }}
      />
    </>
  );
}

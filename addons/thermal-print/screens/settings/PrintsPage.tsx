import { t } from '@lingui/core/macro';
import { listPrints, thermalPrintKeys, type PrintLogEntry } from '../../data/thermalPrint.ts';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { ThermalPrintNav } from '../shared/ThermalPrintNav.tsx';

const columns: DataTableColumn<PrintLogEntry>[] = [
  { id: 'receipt_number', header: t`Receipt`, noWrap: true, cell: ({ receiptNumber }) => <Text fontWeight="600">{receiptNumber}</Text> },
  { id: 'copy', header: t`Print`, cell: ({ copy }) => (copy === 0 ? t`Receipt` : <Badge>{t`Copy ${copy}`}</Badge>) },
  { id: 'printed_by', header: t`Printed by`, cell: ({ printedBy }) => printedBy || t`Unknown` },
  { id: 'printed_at', header: t`Time`, noWrap: true, cell: ({ printedAt }) => formatDateTime(printedAt) },
];

/** Who printed which receipt, and how often. */
export function PrintsPage() {
  return (
    <ListScreen
      title={t`Prints`}
      description={t`Every printed receipt. Reprints are marked as copies.`}
      search={t`Search receipts`}
      columns={columns}
      sort={{ column: 'printed_at', descending: true }}
      keyOf={thermalPrintKeys.log}
      query={listPrints}
      rowLabel={({ receiptNumber }) => receiptNumber}
      empty={{
        title: t`Nothing printed yet`,
        text: t`Open a student’s account under Finances and press Print on receipt paper next to a payment.`,
      }}
      export={{
        name: t`Prints`,
        columns: [
          { title: t`Receipt`, value: (row) => row.receiptNumber },
          { title: t`Copy`, value: (row) => row.copy },
          { title: t`Printed by`, value: (row) => row.printedBy },
          { title: t`Time`, value: (row) => row.printedAt, as: 'time' },
        ],
      }}
      intro={<ThermalPrintNav current="/prints" />}
    />
  );
}

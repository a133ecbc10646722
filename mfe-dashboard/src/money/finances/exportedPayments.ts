import { t } from '@lingui/core/macro';
import type { ListedPayment } from '@masomo/data/money/feeLists';
import type { TableExport } from '@masomo/remote/tableExport';
import { paymentMethodLabel } from '../../shared/paymentLabels.ts';

export const paymentState = ({ isReversal, isReversed }: ListedPayment) => (isReversal ? t`Reversal` : isReversed ? t`Reversed` : '');

/** The file of payments, which the import of payments reads as it is. */
export const exportedPayments: TableExport<ListedPayment> = {
  name: t`Payments`,
  columns: [
    { title: t`Receipt`, value: (row) => row.receiptNumber },
    { title: t`Admission no.`, value: (row) => row.admissionNumber },
    { title: t`Student`, value: (row) => row.student },
    { title: t`Class`, value: (row) => row.className },
    { title: t`Method`, value: (row) => paymentMethodLabel(row.method) },
    { title: t`Reference`, value: (row) => row.reference },
    { title: t`Paid on`, value: (row) => row.paidOn, as: 'day' },
    { title: t`Amount`, value: (row) => row.amount },
    { title: t`Recorded by`, value: (row) => row.recordedBy },
    { title: t`Status`, value: (row) => paymentState(row) },
    { title: t`Reason`, value: (row) => row.reason },
  ],
};

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { reverseFeePayment, type FeePayment } from '@masomo/data/money/fees';
import { Text, toaster } from '@masomo/design-system';
import { TextAreaField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { paymentMethodLabel, formatShillings } from '../../shared/paymentLabels.ts';

/** Reverses a payment; the ledger keeps the reason. */
export function ReversalDialog({ payment, onClose }: { payment: FeePayment; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const reverse = useCommand(reverseFeePayment, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (number) => {
      toaster.success({ title: t`Payment reversed: ${number}` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Reverse ${payment.receipt_number}`}
      submitLabel={t`Reverse payment`}
      isBusy={reverse.isRunning}
      error={reverse.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void reverse.run({ id: payment.id, reason });
      }}
    >
      <Text color="fg.muted">
        <Trans>
          {formatShillings(payment.amount)} by {paymentMethodLabel(payment.method)} {payment.reference}. The payment stays on the statement
          with a reversal below it. This cannot be undone.
        </Trans>
      </Text>
      <TextAreaField
        label={t`Reason`}
        required
        maxLength={300}
        helpText={t`For example: recorded for the wrong student`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { creditCharge, type FeeCharge } from '@masomo/data/money/fees';
import { newId } from '@masomo/domain/secureContext';
import { Text, toaster } from '@masomo/design-system';
import { TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { formatShillings } from '../../shared/paymentLabels.ts';
import { amountSchema } from './amountField.ts';

const creditSchema = z.object({
  amount: amountSchema,
  reason: z
    .string()
    .trim()
    .min(1, t`Say why the charge is credited`)
    .max(300, t`Use at most 300 characters`),
});

/** Takes back a charge or a part of it; `requestId` makes repeated submissions credit it once. */
export function CreditDialog({ charge, onClose }: { charge: FeeCharge; onClose: () => void }) {
  const [requestId] = useState(newId);
  const left = charge.amount - charge.credited;
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({ resolver: zodResolver(creditSchema), defaultValues: { amount: String(left), reason: '' } });
  const credit = useCommand(creditCharge, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (number) => {
      toaster.success({ title: t`Credit note issued: ${number}` });
      onClose();
    },
    onError: (error) => {
      if (error.field === 'amount' || error.field === 'reason')
        setError(error.field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      title={t`Credit ${charge.name}`}
      submitLabel={t`Issue credit note`}
      isBusy={credit.isRunning}
      error={credit.error?.field ? undefined : credit.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => credit.run({ chargeId: charge.id, requestId, ...fields }))}
    >
      <Text color="fg.muted">
        <Trans>
          {formatShillings(left)} of {formatShillings(charge.amount)} can be credited. The charge stays on the statement with the credit
          note below it. This cannot be undone.
        </Trans>
      </Text>
      <TextField label={t`Amount in KES`} inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
      <TextAreaField
        label={t`Reason`}
        required
        maxLength={300}
        helpText={t`For example: moved to another class. The family reads it on the statement.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { paymentMethods, recordFeePayment, type PaymentMethod } from '@masomo/data/money/fees';
import { today } from '@masomo/domain/time';
import { SimpleGrid, Text } from '@masomo/design-system';
import { SelectField, TextField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';
import { paymentMethodLabels, formatShillings } from '../../shared/paymentLabels.ts';

const paymentSchema = z.object({
  amount: z.coerce
    .number<string>('Enter the amount')
    .int('Use whole shillings')
    .min(1, 'Enter the amount')
    .max(10_000_000, 'At most 10,000,000'),
  method: z.enum(paymentMethods),
  reference: z.string().trim().max(60, 'Use at most 60 characters'),
  paidOn: z.string().min(1, 'Enter the day'),
});

const referenceFields: Record<PaymentMethod, { label: string; help: string }> = {
  mpesa: { label: t`M-Pesa receipt code`, help: t`The 10 letters and digits the message starts with, such as SKL7X2M9QP` },
  cash: { label: t`Reference`, help: t`Optional: the number in your cash book` },
  bank: { label: t`Deposit slip number`, help: t`As it stands on the slip or the bank statement` },
  cheque: { label: t`Cheque number`, help: t`As it stands on the cheque` },
};

type PaymentDialogProps = { payer: { id: string; student: string; balance: number }; onClose: () => void };

/** Records a fee payment; `requestId` makes repeated submissions record it once. */
export function PaymentDialog({ payer, onClose }: PaymentDialogProps) {
  const [requestId] = useState(() => crypto.randomUUID());
  const {
    register,
    handleSubmit,
    control,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(paymentSchema),
    defaultValues: { amount: payer.balance > 0 ? String(payer.balance) : '', method: 'mpesa' as const, reference: '', paidOn: today() },
  });
  const record = useCommand(recordFeePayment, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (receipt) => {
      toaster.success({ title: t`Recorded as ${receipt}` });
      onClose();
    },
    onError: (error) => {
      if (error.field === 'reference' || error.field === 'amount')
        setError(error.field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  const referenceField = referenceFields[useWatch({ control, name: 'method' })];
  const isShownAtField = record.error?.field === 'reference' || record.error?.field === 'amount';
  return (
    <FormDialog
      title={t`Payment of ${payer.student}`}
      submitLabel={t`Record payment`}
      isBusy={record.isRunning}
      error={isShownAtField ? undefined : record.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => record.run({ studentId: payer.id, requestId, ...fields }))}
    >
      <Text color="fg.muted">
        <Trans>Balance: {formatShillings(payer.balance)}</Trans>
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`Amount in KES`} inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
        <TextField label={t`Paid on`} type="date" required max={today()} error={errors.paidOn?.message} {...register('paidOn')} />
      </SimpleGrid>
      <SelectField
        label={t`Method`}
        options={paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
        {...register('method')}
      />
      <TextField
        label={referenceField.label}
        helpText={referenceField.help}
        autoComplete="off"
        error={errors.reference?.message}
        {...register('reference')}
      />
    </FormDialog>
  );
}

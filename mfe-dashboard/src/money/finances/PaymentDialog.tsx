import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { paymentMethods, recordFeePayment, type PaymentMethod } from '@masomo/data/money/fees';
import { SimpleGrid, Text, toaster } from '@masomo/design-system';
import { SelectField, TextField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { newId } from '@masomo/domain/secureContext';
import { FormDialog } from '@masomo/remote/FormDialog';
import { formatBalance, formatShillings, paymentMethodLabels } from '../../shared/paymentLabels.ts';
import { amountSchema } from './amountField.ts';
import { today } from '@masomo/remote/schoolDay';
import { rememberMethod, usedMethod } from './usedMethod.ts';

const paymentSchema = z.object({
  amount: amountSchema,
  method: z.enum(paymentMethods),
  reference: z
    .string()
    .trim()
    .max(60, t`Use at most 60 characters`),
  paidOn: z.string().min(1, t`Enter the date`),
});

const referenceFields: Record<PaymentMethod, { label: string; help: string }> = {
  mpesa: { label: t`M-Pesa receipt code`, help: t`The 10 letters and digits at the start of the message, such as SKL7X2M9QP` },
  cash: { label: t`Reference`, help: t`Optional: the number in your cash book` },
  bank: { label: t`Deposit slip number`, help: t`As shown on the slip or bank statement` },
  cheque: { label: t`Cheque number`, help: t`As shown on the cheque` },
};

type PaymentDialogProps = { payer: { id: string; student: string; balance: number }; onClose: () => void };

/** Records a fee payment; `requestId` makes repeated submissions record it once. */
export function PaymentDialog({ payer, onClose }: PaymentDialogProps) {
  const [requestId] = useState(newId);
  const [overpaid, setOverpaid] = useState<z.output<typeof paymentSchema>>();
  const {
    register,
    handleSubmit,
    control,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(paymentSchema),
    defaultValues: { amount: payer.balance > 0 ? String(payer.balance) : '', method: usedMethod(), reference: '', paidOn: today() },
  });
  const record = useCommand(recordFeePayment, {
    invalidates: ['fees', 'overview', 'students'],
    onSuccess: (receipt) => {
      toaster.success({ title: t`Payment recorded: ${receipt}` });
      onClose();
    },
    onError: (error) => {
      setOverpaid(undefined);
      if (error.field === 'reference' || error.field === 'amount')
        setError(error.field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  const referenceField = referenceFields[useWatch({ control, name: 'method' })];
  const isShownAtField = record.error?.field === 'reference' || record.error?.field === 'amount';
  function send(fields: z.output<typeof paymentSchema>) {
    rememberMethod(fields.method);
    return record.run({ studentId: payer.id, requestId, ...fields });
  }
  const creditOf = (amount: number) => amount - Math.max(payer.balance, 0);
  if (overpaid)
    return (
      <ConfirmDialog
        isOpen
        title={t`Record ${formatShillings(creditOf(overpaid.amount))} more than the balance?`}
        body={t`${formatShillings(overpaid.amount)} is paid and ${formatShillings(Math.max(payer.balance, 0))} is owed. The rest becomes credit on ${payer.student}'s account.`}
        confirmLabel={t`Record payment`}
        cancelLabel={t`Change amount`}
        isBusy={record.isRunning}
        onConfirm={() => void send(overpaid)}
        onClose={() => setOverpaid(undefined)}
      />
    );
  return (
    <FormDialog
      title={t`Record payment for ${payer.student}`}
      submitLabel={t`Record payment`}
      isBusy={record.isRunning}
      error={isShownAtField ? undefined : record.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => (creditOf(fields.amount) > 0 ? setOverpaid(fields) : send(fields)))}
    >
      <Text color="fg.muted">
        <Trans>Balance: {formatBalance(payer.balance)}</Trans>
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

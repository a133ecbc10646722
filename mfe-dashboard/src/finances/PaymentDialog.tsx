import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { recordFeePayment, type Balance } from '@masomo/data/schoolLife';
import { formatMoney, kes } from '@masomo/domain/money';
import { Text } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../shared/FormDialog.tsx';

const methods = [{ value: 'mpesa', label: 'M-Pesa' }, { value: 'cash', label: 'Cash' }, { value: 'bank', label: 'Bank' }, { value: 'cheque', label: 'Cheque' }];
const paymentSchema = z.object({
  amount: z.coerce.number<string>('Enter the amount').int('Use whole shillings').min(1, 'Enter the amount').max(10_000_000, 'At most 10,000,000'),
  method: z.enum(['mpesa', 'cash', 'bank', 'cheque']),
  reference: z.string().trim().max(60, 'Use at most 60 characters'),
});

/** A payment of fees, recorded once however often it is sent. */
export function PaymentDialog({ payer, onClose }: { payer: Balance; onClose: () => void }) {
  const [requestId] = useState(() => crypto.randomUUID());
  const record = useCommand(recordFeePayment, {
    invalidates: ['fees', 'overview'],
    onSuccess: (receipt) => { toaster.success({ title: `Recorded as ${receipt}` }); onClose(); },
  });
  const { register, handleSubmit, formState: { errors } } = useForm({
    resolver: zodResolver(paymentSchema), defaultValues: { amount: payer.balance > 0 ? String(payer.balance) : '', method: 'mpesa' as const, reference: '' },
  });
  return (
    <FormDialog
      title={`Payment of ${payer.student}`} submitLabel="Record payment" isBusy={record.isRunning} error={record.error?.message} onClose={onClose}
      onSubmit={handleSubmit((fields) => record.run({ studentId: payer.id, requestId, ...fields }))}
    >
      <Text color="fg.muted">Balance: {formatMoney(kes(payer.balance))}</Text>
      <TextField label="Amount in KES" inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
      <SelectField label="Method" options={methods} {...register('method')} />
      <TextField label="Reference" helpText="M-Pesa receipt, slip or cheque number" error={errors.reference?.message} {...register('reference')} />
    </FormDialog>
  );
}

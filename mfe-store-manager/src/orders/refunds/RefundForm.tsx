import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { refundPayment } from '@masomo/data/store/orderPayments';
import { formatMoney, kes } from '@masomo/domain/money';
import { Box, Button, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';

const refundSchema = (left: number) =>
  z.object({
    amount: z.coerce
      .number<string>('Enter the amount')
      .int('Use whole shillings')
      .min(1, 'Enter the amount')
      .max(left, `At most ${formatMoney(kes(left))} is left of this payment`),
    reason: z.string().trim().min(3, 'Say why the money goes back').max(500, 'Use at most 500 characters'),
  });

/** Pays back a payment, all of it or a part. */
export function RefundForm({
  paymentId,
  left,
  counts,
  onClose,
}: {
  paymentId: string;
  left: number;
  counts: boolean;
  onClose: () => void;
}) {
  const refund = useCommand(refundPayment, {
    invalidates: ['orders'],
    onSuccess: (status) => {
      toaster.success({ title: status === 'manual' ? 'Transfer the money now, then enter its reference' : 'The money is on its way back' });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(refundSchema(left)), defaultValues: { amount: String(left), reason: '' } });
  return (
    <Box asChild borderWidth="1px" borderRadius="md" p="4">
      <form aria-label="Pay back" noValidate onSubmit={handleSubmit(({ amount, reason }) => refund.run({ paymentId, amount, reason }))}>
        <Stack gap="3">
          <Text fontSize="sm" color="fg.muted">
            {counts
              ? 'Once everything is paid back the order is cancelled, its licences stop counting, and the buyer gets a mail.'
              : 'The order stays as it is; the buyer gets a mail.'}
          </Text>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
            <TextField label="Amount in KES" inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
            <TextField label="Reason" required error={errors.reason?.message} {...register('reason')} />
          </SimpleGrid>
          <FormError>{refund.error?.message}</FormError>
          <HStack>
            <SubmitButton size="sm" isBusy={refund.isRunning} busyLabel="Paying back...">
              Pay back
            </SubmitButton>
            <Button size="sm" variant="ghost" onClick={onClose}>
              Keep the payment
            </Button>
          </HStack>
        </Stack>
      </form>
    </Box>
  );
}

import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { refundPayment } from '@masomo/data/store/orderPayments';
import { formatMoney, kes } from '@masomo/domain/money';
import { Box, Button, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';

const refundSchema = (refundable: number) =>
  z.object({
    amount: z.coerce
      .number<string>('Enter the amount')
      .int('Use whole shillings')
      .min(1, 'Enter the amount')
      .max(refundable, `At most ${formatMoney(kes(refundable))} is left of this payment`),
    reason: z.string().trim().min(3, 'Say why the money goes back').max(500, 'Use at most 500 characters'),
  });

type RefundFormProps = {
  paymentId: string;
  /** Whole shillings that can still be refunded. */
  refundable: number;
  /** A full refund of this payment cancels the order. */
  cancelsOrder: boolean;
  onClose: () => void;
};

/** Refunds a payment, fully or in part. */
export function RefundForm({ paymentId, refundable, cancelsOrder, onClose }: RefundFormProps) {
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
  } = useForm({ resolver: zodResolver(refundSchema(refundable)), defaultValues: { amount: String(refundable), reason: '' } });
  return (
    <Box asChild borderWidth="1px" borderRadius="md" p="4">
      <form aria-label="Pay back" noValidate onSubmit={handleSubmit(({ amount, reason }) => refund.run({ paymentId, amount, reason }))}>
        <Stack gap="3">
          <Text fontSize="sm" color="fg.muted">
            {cancelsOrder
              ? 'Once everything is paid back the order is cancelled, its licences stop counting, and the buyer gets a mail.'
              : 'The order stays as it is; the buyer gets a mail.'}
          </Text>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
            <TextField label="Amount in KES" inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
            <TextField label="Reason" required error={errors.reason?.message} {...register('reason')} />
          </SimpleGrid>
          <FormError>{refund.error?.userMessage}</FormError>
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

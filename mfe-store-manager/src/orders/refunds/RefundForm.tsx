import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { refundPayment } from '@masomo/data/store/orderPayments';
import { formatMoney, shillings } from '@masomo/domain/money';
import { Box, Button, HStack, SimpleGrid, Stack, Text, toaster } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

const refundSchema = (refundable: number) =>
  z.object({
    amount: z
      .string()
      .transform(typedNumber)
      .pipe(
        z
          .number(t`Enter the amount`)
          .multipleOf(0.01, t`Use at most two digits of cents`)
          .positive(t`Enter the amount`)
          .max(refundable, t`At most ${formatMoney(shillings(refundable))} of this payment can be refunded`),
      ),
    reason: z
      .string()
      .trim()
      .min(3, t`Enter the reason for the refund`)
      .max(500, t`Use at most 500 characters`),
  });

type RefundFormProps = {
  paymentId: string;
  /** Shillings that can still be refunded. */
  refundable: number;
  /** Shillings that the form proposes: what is owed back, else all of it. */
  suggested: number;
  /** Whether what is refunded is taken from what the order was granted. */
  effect: 'shrinks-order' | 'none';
  onClose: () => void;
};

/** Refunds a payment, fully or in part. */
export function RefundForm({ paymentId, refundable, suggested, effect, onClose }: RefundFormProps) {
  const refund = useCommand(refundPayment, {
    invalidates: ['orders'],
    onSuccess: (status) => {
      toaster.success({
        title: status === 'manual' ? t`Transfer the money now, then enter its reference` : t`The refund is on its way`,
      });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(refundSchema(refundable)), defaultValues: { amount: String(suggested), reason: '' } });
  return (
    <Box asChild borderWidth="1px" borderRadius="md" p="4">
      <form aria-label={t`Refund`} noValidate onSubmit={handleSubmit(({ amount, reason }) => refund.run({ paymentId, amount, reason }))}>
        <Stack gap="3">
          <Text fontSize="sm" color="fg.muted">
            {effect === 'shrinks-order'
              ? t`What is owed back is returned first. A refund beyond it shortens what the order paid for; once fully refunded, the order is cancelled and its licences end. The buyer gets an email.`
              : t`The order stays as it is. The buyer gets an email.`}
          </Text>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
            <TextField label={t`Amount in KES`} inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
            <TextField label={t`Reason`} required error={errors.reason?.message} {...register('reason')} />
          </SimpleGrid>
          <FormError>{refund.error?.userMessage}</FormError>
          <HStack>
            <SubmitButton size="sm" isBusy={refund.isRunning} busyLabel={t`Refunding...`}>
              <Trans>Refund</Trans>
            </SubmitButton>
            <Button size="sm" variant="ghost" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          </HStack>
        </Stack>
      </form>
    </Box>
  );
}

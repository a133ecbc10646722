import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { listOrderPayments, orderPaymentKeys } from '@masomo/data/store/orderPayments';
import { confirmBankPayment, type OrderDetail } from '@masomo/data/store/orders';
import { today } from '@masomo/domain/time';
import { Box, ErrorState, Heading, SimpleGrid, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

const transferSchema = z.object({
  amount: z
    .string()
    .transform(typedNumber)
    .pipe(
      z
        .number(t`Enter the amount`)
        .multipleOf(0.01, t`Use at most two digits of cents`)
        .positive(t`Enter the amount`),
    ),
  reference: z
    .string()
    .trim()
    .min(3, t`Enter the bank reference`)
    .max(60, t`Use at most 60 characters`),
  valueDate: z.string().min(1, t`Choose the date the money arrived`),
});

/** Confirms that a bank transfer arrived, once it is known what has been paid already. */
export function BankTransferForm({ order }: { order: OrderDetail }) {
  const { data: payments, error, reload } = useQuery(orderPaymentKeys.of(order.id), (db) => listOrderPayments(db, order.id));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!payments) return <SkeletonText noOfLines={3} gap="3" />;
  const received = payments.filter(({ state }) => state === 'received').reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  return <TransferForm key={received} order={order} due={Math.max(0, Math.ceil(order.total - received))} />;
}

/** The bank reference makes the confirmation idempotent. `due` is whole shillings. */
function TransferForm({ order, due }: { order: OrderDetail; due: number }) {
  const confirm = useCommand(confirmBankPayment, {
    invalidates: ['orders'],
    onSuccess: () => toaster.success({ title: t`${order.orderNumber} is paid` }),
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(transferSchema),
    defaultValues: { amount: String(due), reference: '', valueDate: today() },
  });
  return (
    <Box asChild borderWidth="1px" borderRadius="md" p="4">
      <form aria-label={t`Confirm bank transfer`} noValidate onSubmit={handleSubmit((fields) => confirm.run({ id: order.id, ...fields }))}>
        <Stack gap="3">
          <Heading as="h3" size="sm">
            <Trans>Confirm bank transfer</Trans>
          </Heading>
          <Text fontSize="sm" color="fg.muted">
            <Trans>The payer was asked to quote {order.reference}.</Trans>
          </Text>
          <SimpleGrid columns={{ base: 1, sm: 3 }} gap="3">
            <TextField label={t`Amount in KES`} inputMode="numeric" required error={errors.amount?.message} {...register('amount')} />
            <TextField label={t`Bank reference`} required error={errors.reference?.message} {...register('reference')} />
            <TextField
              label={t`Value date`}
              type="date"
              required
              max={today()}
              error={errors.valueDate?.message}
              {...register('valueDate')}
            />
          </SimpleGrid>
          <FormError>{confirm.error?.userMessage}</FormError>
          <SubmitButton alignSelf="flex-start" size="sm" isBusy={confirm.isRunning} busyLabel={t`Confirming...`}>
            <Trans>Confirm payment</Trans>
          </SubmitButton>
        </Stack>
      </form>
    </Box>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand, type DataError } from '@masomo/data';
import { completePaidOrder, setOrderStatus, type OrderState, type OrderSummary } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { paymentMethodLabels, paymentMethods, type OrderStatus } from '@masomo/domain/orders';
import { Button, Stack, Text } from '@masomo/design-system';
import { FormError, SelectField, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, ConfirmDialog, Dialog, Portal } from '@masomo/design-system/overlays';
import { translate } from '@masomo/i18n';
import { orderStatusLabel } from '../shared/orderStatusLabels.ts';

type StatusChangeDialogProps = {
  order: OrderSummary;
  status: OrderStatus;
  /** `updatedAt` of the version the user saw; a newer one is refused as a conflict. */
  seen: string;
  onChanged: (state: OrderState) => void;
  onFailed: (error: DataError) => void;
  onClose: () => void;
};

/** Asks before an order is locked. One that is not paid is completed only with what shows that it was paid elsewhere. */
export function StatusChangeDialog(props: StatusChangeDialogProps) {
  const { order, status } = props;
  return status === 'completed' && order.paidAt === null && order.total > 0 ? (
    <PaidElsewhereForm {...props} />
  ) : (
    <Confirmation {...props} />
  );
}

function Confirmation({ order, status, seen, onChanged, onFailed, onClose }: StatusChangeDialogProps) {
  const save = useCommand(setOrderStatus, { invalidates: ['orders'], onSuccess: onChanged, onError: onFailed });
  return (
    <ConfirmDialog
      isOpen
      title={t`Set ${order.orderNumber} to ${orderStatusLabel(status)}?`}
      confirmLabel={t`Set to ${orderStatusLabel(status)}`}
      tone={status === 'cancelled' ? 'danger' : 'default'}
      body={t`The order is then locked. It can only be changed again by reopening it with a reason.`}
      isBusy={save.isRunning}
      onConfirm={() => void save.run({ id: order.id, status, seen })}
      onClose={onClose}
    />
  );
}

const paidSchema = z.object({
  method: z.enum(paymentMethods),
  reference: z
    .string()
    .trim()
    .min(3, t`Enter the receipt or bank reference`)
    .max(60, t`Use at most 60 characters`),
});

function PaidElsewhereForm({ order, seen, onChanged, onClose }: StatusChangeDialogProps) {
  const save = useCommand(completePaidOrder, { invalidates: ['orders'], onSuccess: onChanged });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(paidSchema), defaultValues: { method: order.paymentMethod, reference: '' } });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && !save.isRunning && onClose()} placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={handleSubmit((fields) => save.run({ id: order.id, seen, ...fields }))}>
              <Dialog.Header>
                <Dialog.Title>
                  <Trans>How was {order.orderNumber} paid?</Trans>
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <Text color="fg.muted">
                    <Trans>
                      No payment of {formatMoney(kes(order.total))} is recorded. Completing the order records it, issues the licences and
                      emails the receipt.
                    </Trans>
                  </Text>
                  <FormError>{save.error?.userMessage}</FormError>
                  <SelectField
                    label={t`Paid by`}
                    options={paymentMethods.map((value) => ({ value, label: translate(paymentMethodLabels[value]) }))}
                    {...register('method')}
                  />
                  <TextField
                    label={t`Receipt or bank reference`}
                    required
                    autoComplete="off"
                    error={errors.reference?.message}
                    {...register('reference')}
                  />
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" disabled={save.isRunning} onClick={onClose}>
                  <Trans>Cancel</Trans>
                </Button>
                <SubmitButton isBusy={save.isRunning} busyLabel={t`Saving...`}>
                  <Trans>Record payment and complete</Trans>
                </SubmitButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t`Close`} />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

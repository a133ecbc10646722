import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { setOrderStatus, type OrderDetail } from '@masomo/data/store/orders';
import { isLocked, orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';

type OrderStatusFormProps = {
  order: OrderDetail;
  /** `updatedAt` of the version the user saw; a newer one is refused as a conflict. */
  seenUpdatedAt: string;
  onSaved: () => void;
};

/** Changes the status on Save against the version the user saw; the two locking statuses ask for confirmation. */
export function OrderStatusForm({ order, seenUpdatedAt, onSaved }: OrderStatusFormProps) {
  const [choice, setChoice] = useState<OrderStatus>();
  const [isConfirming, setIsConfirming] = useState(false);
  const save = useCommand(setOrderStatus, { invalidates: ['orders'], onSuccess: onSaved, onError: () => setIsConfirming(false) });
  const status = choice ?? order.status;
  const apply = () => save.run({ id: order.id, status, seen: seenUpdatedAt });
  return (
    <Stack gap="3">
      <SelectField
        label={t`Update Status`}
        value={status}
        options={orderStatuses.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        onChange={(event) => setChoice(orderStatuses.find((value) => value === event.currentTarget.value))}
      />
      <FormError>{save.error?.userMessage}</FormError>
      <Button
        alignSelf="flex-start"
        disabled={status === order.status || save.isRunning}
        onClick={() => (isLocked(status) ? setIsConfirming(true) : void apply())}
      >
        {save.isRunning ? t`Saving...` : t`Save Changes`}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Set ${order.orderNumber} to ${status}?`}
        confirmLabel={t`Set to ${status}`}
        tone={status === 'cancelled' ? 'danger' : 'default'}
        body={t`The order is then locked. It can only be changed again by reopening it with a reason.`}
        isBusy={save.isRunning}
        onConfirm={() => void apply()}
        onClose={() => setIsConfirming(false)}
      />
    </Stack>
  );
}

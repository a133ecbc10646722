import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { setOrderStatus, type OrderDetail } from '@masomo/data/store/orders';
import { isLocked, orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';

type OrderStatusFormProps = { order: OrderDetail; seen: string; onSaved: () => void };

/** A choice until Save, about the order as it was seen; the two locking states ask first. */
export function OrderStatusForm({ order, seen, onSaved }: OrderStatusFormProps) {
  const [choice, setChoice] = useState<OrderStatus>();
  const [isAsking, setIsAsking] = useState(false);
  const save = useCommand(setOrderStatus, { invalidates: ['orders'], onSuccess: onSaved, onError: () => setIsAsking(false) });
  const status = choice ?? order.status;
  const apply = () => save.run({ id: order.id, status, seen });
  return (
    <Stack gap="3">
      <SelectField
        label="Update Status"
        value={status}
        options={orderStatuses.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        onChange={(event) => setChoice(orderStatuses.find((value) => value === event.currentTarget.value))}
      />
      <FormError>{save.error?.message}</FormError>
      <Button
        alignSelf="flex-start"
        disabled={status === order.status || save.isRunning}
        onClick={() => (isLocked(status) ? setIsAsking(true) : void apply())}
      >
        {save.isRunning ? 'Saving...' : 'Save Changes'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Set ${order.orderNumber} to ${status}?`}
        confirmLabel={`Set to ${status}`}
        tone={status === 'cancelled' ? 'danger' : 'default'}
        body="The order is then locked. It can only be changed again by reopening it with a reason."
        isBusy={save.isRunning}
        onConfirm={() => void apply()}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { setOrderStatus, type OrderDetail } from '@masomo/data/store/orders';
import { isLocked, orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SelectField } from '@masomo/design-system/forms';
import { orderStatusOptions } from '../../shared/orderStatusLabels.ts';
import { StatusChangeDialog } from '../StatusChangeDialog.tsx';

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
  const [refusal, setRefusal] = useState<string>();
  const save = useCommand(setOrderStatus, {
    invalidates: ['orders'],
    onSuccess: onSaved,
    onError: (error) => setRefusal(error.userMessage),
  });
  const status = choice ?? order.status;
  const apply = () => {
    setRefusal(undefined);
    if (isLocked(status)) setIsConfirming(true);
    else void save.run({ id: order.id, status, seen: seenUpdatedAt });
  };
  return (
    <Stack gap="3">
      <SelectField
        label={t`Update Status`}
        value={status}
        options={orderStatusOptions}
        onChange={(event) => setChoice(orderStatuses.find((value) => value === event.currentTarget.value))}
      />
      <FormError>{refusal}</FormError>
      <Button alignSelf="flex-start" disabled={status === order.status || save.isRunning} onClick={apply}>
        {save.isRunning ? t`Saving...` : t`Save Changes`}
      </Button>
      {isConfirming && (
        <StatusChangeDialog
          order={order}
          status={status}
          seen={seenUpdatedAt}
          onChanged={onSaved}
          onFailed={(error) => {
            setIsConfirming(false);
            setRefusal(error.userMessage);
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Stack>
  );
}

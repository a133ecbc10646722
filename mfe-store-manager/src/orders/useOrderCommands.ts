import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import { setOrderStatus, type OrderSummary } from '@masomo/data/store/orders';
import { isLocked, type OrderStatus } from '@masomo/domain/orders';
import { toaster } from '@masomo/design-system';
import { orderStatusLabel } from '../shared/orderStatusLabels.ts';

/** Status changes from the list: one that locks the order is a `question` first, any other offers undo. */
export function useOrderCommands() {
  const [asked, setAsked] = useState<{ order: OrderSummary; status: OrderStatus }>();
  const onError = (error: DataError) => {
    setAsked(undefined);
    console.error('The status of an order could not be changed', error);
    toaster.error(failureMessage(error, t`The status was not changed`));
  };
  const set = useCommand(setOrderStatus, { invalidates: ['orders'], onError });

  async function changeStatus(order: OrderSummary, status: OrderStatus) {
    if (status === order.status) return;
    if (isLocked(status)) {
      setAsked({ order, status });
      return;
    }
    const previous = order.status;
    const changed = await set.run({ id: order.id, status, seen: order.updatedAt });
    if (!changed) return;
    toaster.success({
      title: t`${order.orderNumber} is ${orderStatusLabel(status)}`,
      action: { label: t`Undo`, onClick: () => void undo(order, previous, changed.updatedAt) },
    });
  }

  async function undo(order: OrderSummary, previous: OrderStatus, seen: string) {
    const changed = await set.run({ id: order.id, status: previous, seen });
    if (changed) toaster.success({ title: t`${order.orderNumber} is ${orderStatusLabel(previous)} again` });
  }

  const question = asked && {
    ...asked,
    seen: asked.order.updatedAt,
    onChanged: () => {
      setAsked(undefined);
      toaster.success({ title: t`${asked.order.orderNumber} is ${orderStatusLabel(asked.status)}` });
    },
    onFailed: onError,
    onClose: () => setAsked(undefined),
  };
  return { changeStatus, question };
}

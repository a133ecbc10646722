import { useCommand } from '@masomo/data';
import { setOrderStatus, type OrderSummary } from '@masomo/data/store/orders';
import { isLocked, type OrderStatus } from '@masomo/domain/orders';
import { toaster } from '@masomo/design-system/overlays';

/** Status changes from the list, with undo. */
export function useOrderCommands() {
  const set = useCommand(setOrderStatus, {
    invalidates: ['orders'],
    onError: (error) => toaster.error({ title: 'The status was not changed', description: error.userMessage }),
  });

  /** Applies immediately; an order that did not get locked offers undo. */
  async function changeStatus(order: OrderSummary, status: OrderStatus) {
    const previous = order.status;
    const changed = await set.run({ id: order.id, status, seen: order.updatedAt });
    if (!changed) return;
    toaster.success({
      title: `${order.orderNumber} is ${status}`,
      ...(isLocked(status) ? {} : { action: { label: 'Undo', onClick: () => void undo(order, previous, changed.updatedAt) } }),
    });
  }

  async function undo(order: OrderSummary, previous: OrderStatus, seen: string) {
    const changed = await set.run({ id: order.id, status: previous, seen });
    if (changed) toaster.success({ title: `${order.orderNumber} is ${previous} again` });
  }
  return { changeStatus };
}

import { useSession } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { setOrderStatus, type OrderSummary } from '@masomo/data/store/orders';
import { isLocked, type OrderStatus } from '@masomo/domain/orders';
import { toaster } from '@masomo/design-system/overlays';

/** What may be done with orders from the list. The database decides again. */
export function useOrderCommands() {
  const { user } = useSession();
  const set = useCommand(setOrderStatus, {
    invalidates: ['orders'],
    onError: (error) => toaster.error({ title: 'The status was not changed', description: error.message }),
  });

  /** Applies at once; an order that did not get locked offers the way back. */
  async function changeStatus(order: OrderSummary, status: OrderStatus) {
    const before = order.status;
    const changed = await set.run({ id: order.id, status, seen: order.updatedAt });
    if (!changed) return;
    toaster.success({
      title: `${order.orderNumber} is ${status}`,
      ...(isLocked(status) ? {} : { action: { label: 'Undo', onClick: () => void undo(order, before, changed.updatedAt) } }),
    });
  }

  async function undo(order: OrderSummary, before: OrderStatus, seen: string) {
    const changed = await set.run({ id: order.id, status: before, seen });
    if (changed) toaster.success({ title: `${order.orderNumber} is ${before} again` });
  }
  return { mayManage: user?.role === 'super_admin', changeStatus, isRunning: set.isRunning };
}

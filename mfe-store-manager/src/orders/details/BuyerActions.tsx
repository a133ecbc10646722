import type { OrderDetail } from '@masomo/data/store/orders';
import { ButtonLink } from '@masomo/design-system';

/** What a school does with its own order: pays it on the order's page in the store, or looks at it there. */
export function BuyerActions({ order }: { order: OrderDetail }) {
  const isOpen = !order.paidAt && order.status !== 'cancelled';
  return (
    <ButtonLink
      to={`/store/orders/${encodeURIComponent(order.orderNumber)}`}
      state={{ email: order.customerEmail }}
      alignSelf="flex-start"
      variant={isOpen ? 'solid' : 'outline'}
    >
      {isOpen ? 'Pay this order' : 'Open in the store'}
    </ButtonLink>
  );
}

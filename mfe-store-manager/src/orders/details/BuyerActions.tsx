import { t } from '@lingui/core/macro';
import type { OrderDetail } from '@masomo/data/store/orders';
import { ButtonLink } from '@masomo/design-system';

/** Links a buyer to the order's page in the store, to pay or view it. */
export function BuyerActions({ order }: { order: OrderDetail }) {
  const isPayable = !order.paidAt && order.status !== 'cancelled';
  return (
    <ButtonLink
      to={`/store/orders/${encodeURIComponent(order.orderNumber)}`}
      state={{ email: order.customerEmail }}
      alignSelf="flex-start"
      variant={isPayable ? 'solid' : 'outline'}
    >
      {isPayable ? t`Pay this order` : t`Open in the store`}
    </ButtonLink>
  );
}

import { orderStatusColour, orderStatusLabels, type OrderStatus } from '@masomo/domain/orders';
import { Badge } from '@masomo/design-system';
import { translate } from '@masomo/i18n';

/** Status of an order as a coloured badge, in the words that its buyer reads. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge colorPalette={orderStatusColour(status)}>{translate(orderStatusLabels[status])}</Badge>;
}

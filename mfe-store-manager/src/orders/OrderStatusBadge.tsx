import { orderStatusColour } from '@masomo/domain/orders';
import { Badge } from '@masomo/design-system';
import { orderStatusLabel } from '../shared/orderStatusLabels.ts';

/** Status of an order as a coloured badge. */
export function OrderStatusBadge({ status }: { status: string }) {
  return (
    <Badge colorPalette={orderStatusColour(status)} textTransform="capitalize">
      {orderStatusLabel(status)}
    </Badge>
  );
}

import { orderStatusColour } from '@masomo/domain/orders';
import { Badge } from '@masomo/design-system';

/** The state of an order as a badge in the specified colour. */
export function OrderStatusBadge({ status }: { status: string }) {
  return (
    <Badge colorPalette={orderStatusColour(status)} textTransform="capitalize">
      {status}
    </Badge>
  );
}

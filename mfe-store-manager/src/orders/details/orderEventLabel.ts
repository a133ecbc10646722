import type { OrderEvent } from '@masomo/data/store/orders';

/** Label of a timeline event. */
export function orderEventLabel(event: OrderEvent): string {
  switch (event.kind) {
    case 'placed':
      return 'Order placed';
    case 'status':
      return `Status changed from ${event.from} to ${event.to}`;
    case 'reopened':
      return `Reopened from ${event.from}`;
    default:
      return event.kind[0]?.toUpperCase() + event.kind.slice(1);
  }
}

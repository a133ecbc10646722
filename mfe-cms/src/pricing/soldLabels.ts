import { formatNumber } from '@masomo/domain/number';

const counted = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Who has it: `3 schools, 12 orders`; empty where nobody does. */
export function soldLabel({ subscribers = 0, orders }: { subscribers?: number; orders: number }): string {
  return [subscribers > 0 && counted(subscribers, 'school', 'schools'), orders > 0 && counted(orders, 'order', 'orders')]
    .filter(Boolean)
    .join(', ');
}

/** What deleting it comes to. */
export function removalLabel(entry: { name: string; subscribers?: number; orders: number }): string {
  const sold = soldLabel(entry);
  return sold
    ? `${entry.name} has been sold (${sold}), so it is kept for them: it leaves the pricing page and the store at once and is no longer sold.`
    : `${entry.name} leaves the pricing page and the store at once, for good. If somebody buys it in this moment, it is only taken off sale.`;
}

import { formatCount } from '@masomo/domain/number';

/** How often an entry was sold: `3 schools, 12 orders`; empty when never. */
export function soldLabel({ subscribers = 0, orders }: { subscribers?: number; orders: number }): string {
  return [subscribers > 0 && formatCount(subscribers, 'school'), orders > 0 && formatCount(orders, 'order')].filter(Boolean).join(', ');
}

/** What deleting an entry does, for the confirmation. */
export function removalLabel(entry: { name: string; subscribers?: number; orders: number }): string {
  const sold = soldLabel(entry);
  return sold
    ? `${entry.name} has been sold (${sold}), so it is kept for them: it leaves the pricing page and the store at once and is no longer sold.`
    : `This permanently removes ${entry.name} from the pricing page and the store. If someone buys it at this moment, it is only taken off sale.`;
}

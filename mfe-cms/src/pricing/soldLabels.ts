import { plural, t } from '@lingui/core/macro';

/** How often an entry was sold: `3 schools, 12 orders`; empty when never. */
export function soldLabel({ subscribers = 0, orders }: { subscribers?: number; orders: number }): string {
  return [
    subscribers > 0 && plural(subscribers, { one: '# school', other: '# schools' }),
    orders > 0 && plural(orders, { one: '# order', other: '# orders' }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What deleting an entry does, for the confirmation. */
export function removalLabel(entry: { name: string; subscribers?: number; orders: number }): string {
  const { name } = entry;
  const sold = soldLabel(entry);
  return sold
    ? t`${name} has been sold (${sold}), so its buyers keep it. It leaves the pricing page and the store at once and is no longer sold.`
    : t`This permanently removes ${name} from the pricing page and the store. If someone buys it at this moment, it is only taken off sale.`;
}

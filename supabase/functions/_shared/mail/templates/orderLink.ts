import { type Say } from '@masomo/domain/say';
import { type EmailBlock } from '../layout.ts';

type Order = { order_number: string; order_key?: string | null | undefined };

/** A link to an order. The key, which opens the papers of the order, comes after `#`, where no server sees it. */
export function orderLink(siteUrl: string, { order_number: number, order_key: key }: Order, say: Say): EmailBlock[] {
  if (!siteUrl) return [];
  const href = `${siteUrl}/store/orders/${encodeURIComponent(number)}${key ? `#key=${key}` : ''}`;
  return [{ kind: 'link', label: say('View order'), href }];
}

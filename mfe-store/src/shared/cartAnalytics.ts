import { useEffect } from 'react';
import { getDb } from '@masomo/data';
import { recordCart } from '@masomo/data/store/savedCart';
import { itemCount, type PricedCart, type SaleItem } from '@masomo/domain/cart';
import { personalStorage } from '@masomo/domain/personalStorage';
import { storedText } from './browserStorage.ts';
import { cartStore } from './cartStore.ts';

/** Several presses on plus are one change. */
const recordAfter = 1_500;
const stored = storedText(personalStorage.cartAnalyticsId);
type CartFigures = { cartId: string; items: number; total: number };

function parse(text: string | null): CartFigures | undefined {
  try {
    const { cartId, items, total } = JSON.parse(text ?? '{}') as Partial<CartFigures>;
    return cartId && Number.isInteger(items) && Number.isInteger(total)
      ? { cartId, items: Number(items), total: Number(total) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A cart that cannot be counted is no buyer's matter. */
function send(figures: CartFigures, orderId?: string): void {
  getDb()
    .then((db) => recordCart(db, { ...figures, ...(orderId ? { orderId } : {}) }))
    .catch((error: unknown) => console.warn('This cart was not counted.', error));
}

/** Counts a cart with its first item and with every change, under a random number of its own: what part of carts is never bought. */
export function useCartAnalytics(priced: PricedCart<SaleItem> | undefined): void {
  const items = priced?.lines.reduce((sum, line) => sum + line.quantity, 0) ?? 0;
  const total = priced?.total ?? 0;
  useEffect(() => {
    if (items === 0) return undefined;
    const timer = setTimeout(() => {
      const known = parse(stored.read());
      if (known?.items === items && known.total === total) return;
      const figures = { cartId: known?.cartId ?? crypto.randomUUID(), items, total };
      stored.write(JSON.stringify(figures));
      send(figures);
    }, recordAfter);
    return () => clearTimeout(timer);
  }, [items, total]);
}

/** The cart was bought; what is put into the next one is another cart. Call it before the cart is emptied. */
export function recordPurchasedCart({ orderId, total }: { orderId: string; total: number }): void {
  const { cartId } = parse(stored.read()) ?? { cartId: crypto.randomUUID() };
  stored.write(null);
  send({ cartId, items: Math.max(1, itemCount(cartStore.get())), total }, orderId);
}

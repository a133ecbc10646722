import { useEffect } from 'react';
import { getDb } from '@masomo/data';
import { recordCart } from '@masomo/data/store/savedCart';
import { itemCount, type PricedCart, type SaleItem } from '@masomo/domain/cart';
import { personalStorage } from '@masomo/domain/personalStorage';
import { newId } from '@masomo/domain/secureContext';
import { storedText } from './browserStorage.ts';
import { cartStore } from './cartStore.ts';

/** Several clicks on plus are recorded as one change. */
const debounceMs = 1_500;
const stored = storedText(personalStorage.cartAnalyticsId);
type CartFigures = { cartId: string; items: number; total: number };

function parse(text: string | null): CartFigures | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || !('cartId' in value) || !('items' in value) || !('total' in value)) return undefined;
    const { cartId, items, total } = value;
    if (typeof cartId !== 'string' || cartId === '' || !Number.isInteger(items) || !Number.isInteger(total)) return undefined;
    return { cartId, items: Number(items), total: Number(total) };
  } catch {
    return undefined;
  }
}

/** Fire and forget: analytics must never disturb a purchase. */
function send(figures: CartFigures, orderId?: string): void {
  getDb()
    .then((db) => recordCart(db, { ...figures, ...(orderId ? { orderId } : {}) }))
    .catch((error: unknown) => console.warn('The cart was not recorded for analytics.', error));
}

/** Records the cart under a random id with every change, for the share of abandoned carts. */
export function useCartAnalytics(priced: PricedCart<SaleItem> | undefined): void {
  const items = priced?.lines.reduce((sum, line) => sum + line.quantity, 0) ?? 0;
  const total = priced?.total ?? 0;
  useEffect(() => {
    if (items === 0) return undefined;
    const timer = setTimeout(() => {
      const previous = parse(stored.read());
      if (previous?.items === items && previous.total === total) return;
      const figures = { cartId: previous?.cartId ?? newId(), items, total };
      stored.write(JSON.stringify(figures));
      send(figures);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [items, total]);
}

/** Records the cart as purchased and starts a new id for the next one. Call it before the cart is emptied. */
export function recordPurchasedCart({ orderId, total }: { orderId: string; total: number }): void {
  const { cartId } = parse(stored.read()) ?? { cartId: newId() };
  stored.write(null);
  send({ cartId, items: Math.max(1, itemCount(cartStore.get())), total }, orderId);
}

import { cartStorageKey, parseCart, serializeCart, type Cart } from '@masomo/domain/cart';
import { personalStorage } from '@masomo/domain/personalStorage';
import { newId } from '@masomo/domain/secureContext';
import { storedText } from './browserStorage.ts';

const orderKey = storedText(personalStorage.cartOrderKey);
const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const stored = storedText(cartStorageKey);
const empty: Cart = [];
let text: string | null = null;
let cart: Cart = empty;

/** Reads the stored cart; equal text returns the same object, so that subscribers do not re-render needlessly. */
function refresh(): Cart {
  const next = stored.read();
  if (next !== text) {
    text = next;
    cart = parseCart(next);
  }
  return cart;
}

/** The visitor's cart: persists across reloads and is shared by all tabs. */
export const cartStore = {
  get: refresh,
  /** Snapshot for server renders and hydration. */
  getServer: () => empty,
  subscribe: stored.subscribe,
  /** Applies a change to the latest cart, including changes from other tabs. */
  update(change: (cart: Cart) => Cart) {
    const next = change(refresh());
    stored.write(next.length > 0 ? serializeCart(next) : null);
    if (next.length === 0) orderKey.write(null);
    else if (orderKey.read() === null) cartStore.renewOrderKey();
  },
  /**
   * Idempotency key of this cart's order. It is created with the cart, long before checkout, because two tabs that order at the
   * same moment do not yet see each other's writes. Undefined for a cart that another page stored.
   */
  orderKey(): string | undefined {
    const key = orderKey.read();
    return key !== null && keyPattern.test(key) ? key : undefined;
  },
  /** Call it when the cart's content differs from what was ordered under the old key. */
  renewOrderKey: () => orderKey.write(newId()),
};

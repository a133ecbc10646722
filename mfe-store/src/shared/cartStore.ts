import { cartStorageKey, parseCart, serializeCart, type Cart } from '@masomo/domain/cart';
import { storedText } from './browserStorage.ts';

const stored = storedText(cartStorageKey);
const empty: Cart = [];
let text: string | null = null;
let cart: Cart = empty;

/** Reads what the browser keeps; the same text gives the same object, so that nothing renders for nothing. */
function refresh(): Cart {
  const next = stored.read();
  if (next !== text) {
    text = next;
    cart = parseCart(next);
  }
  return cart;
}

/** The visitor's cart: kept across reloads, the same in every tab. */
export const cartStore = {
  get: refresh,
  /** What a server render and the first client render show. */
  getServer: () => empty,
  subscribe: stored.subscribe,
  /** Applies a change to the cart as it is now, other tabs' changes included. */
  update(change: (cart: Cart) => Cart) {
    const next = change(refresh());
    stored.write(next.length > 0 ? serializeCart(next) : null);
  },
};

import { cartStorageKey, parseCart, serializeCart, type Cart } from '@masomo/domain/cart';
import { onStorage, storedText } from './browserStorage.ts';

const stored = storedText('local', cartStorageKey);
const empty: Cart = [];
const listeners = new Set<() => void>();
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

function notify(): void {
  for (const listener of listeners) listener();
}

/** The visitor's cart: kept across reloads, the same in every tab. */
export const cartStore = {
  get: refresh,
  /** What a server render and the first client render show. */
  getServer: () => empty,
  subscribe(listener: () => void) {
    listeners.add(listener);
    const stop = onStorage([cartStorageKey], listener);
    return () => {
      stop();
      listeners.delete(listener);
    };
  },
  /** Applies a change to the cart as it is now, other tabs' changes included. */
  update(change: (cart: Cart) => Cart) {
    const next = change(refresh());
    stored.write(next.length > 0 ? serializeCart(next) : null);
    notify();
  },
};

import { cartStorageKey, parseCart, serializeCart, type Cart } from '@masomo/domain/cart';
import { personalStorage } from '@masomo/domain/personalStorage';
import { storedText } from './browserStorage.ts';

const orderKey = storedText(personalStorage.cartOrderKey);
const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
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
    if (next.length === 0) orderKey.write(null);
    else if (orderKey.read() === null) cartStore.renewOrderKey();
  },
  /**
   * The key under which this cart is ordered: made with the cart, long before anybody orders it, because tabs that press at the
   * same moment do not yet see what the other wrote. Undefined for a cart that another page put there.
   */
  orderKey(): string | undefined {
    const key = orderKey.read();
    return key !== null && keyPattern.test(key) ? key : undefined;
  },
  /** What is in the cart was not what was ordered under the old key. */
  renewOrderKey: () => orderKey.write(crypto.randomUUID()),
};

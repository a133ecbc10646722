import { addToCart, parseCart, serializeCart, type Cart } from './cart.ts';

/** What a visitor without scripts adds to the cart: the button's form, its field, and the cookie in which it waits for the store. */
export const postedCart = { path: '/store/cart', field: 'adds', cookie: 'cart', formId: 'add-to-cart' } as const;

/** The elements of the store that say what came of it. */
export const cartReceipts = { added: 'added', full: 'cart-full' } as const;
type Posted = { outcome: 'added'; cookie: string } | { outcome: 'full' | 'nothing' };

/** Browsers keep about four kilobytes of a cookie. */
const longestCookie = 3_500;

/** The value of an add-on's button. */
export const writeAdded = (item: { id: string; name: string; price: number }): string => serializeCart(addToCart([], item));

/** What came of a posted button, with the cookie to keep; `nothing` when the button names no add-on. */
export function addPosted(cookie: string | undefined, posted: string): Posted {
  const [added] = parseCart(posted);
  if (!added) return { outcome: 'nothing' };
  const next = serializeCart(addToCart(parseCart(cookie ?? null), { id: added.addonId, name: added.name, price: added.seenPrice }));
  return encodeURIComponent(next).length <= longestCookie ? { outcome: 'added', cookie: next } : { outcome: 'full' };
}

/** The cart in a page's `document.cookie`, which is empty for anything invalid. */
export function readPosted(cookies: string): Cart {
  const [, value] = new RegExp(`(?:^|; )${postedCart.cookie}=([^;]*)`).exec(cookies) ?? [];
  try {
    return parseCart(value === undefined ? null : decodeURIComponent(value));
  } catch {
    return [];
  }
}

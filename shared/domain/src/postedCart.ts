import { addToCart, parseCart, serializeCart, type Cart } from './cart.ts';

/** What a visitor without scripts adds to the cart: the button's form, its field, and the cookie in which it waits for the store. */
export const postedCart = { path: '/store/cart', field: 'adds', cookie: 'cart', receipt: 'added', formId: 'add-to-cart' } as const;

/** Browsers keep about four kilobytes of a cookie. */
const longestCookie = 3_500;

/** The value of an add-on's button. */
export const writeAdded = (item: { id: string; name: string; price: number }): string => serializeCart(addToCart([], item));

/** The cookie after a button was posted; null when the button says nothing or the cookie is full. */
export function addPosted(cookie: string | undefined, posted: string): string | null {
  const [added] = parseCart(posted);
  if (!added) return null;
  const next = serializeCart(addToCart(parseCart(cookie ?? null), { id: added.addonId, name: added.name, price: added.seenPrice }));
  return encodeURIComponent(next).length <= longestCookie ? next : null;
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

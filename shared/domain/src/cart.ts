import { personalStorage } from './personalStorage.ts';

/** Name under which a browser keeps the cart. */
export const cartStorageKey = personalStorage.cart;
/** Most licences of one add-on (one per school or campus) that one order takes. */
export const maxQuantity = 999;

/**
 * One add-on in the cart. `seenPrice` is the price in whole shillings the buyer last saw and accepted; `name` names the line
 * when it is no longer on sale.
 */
export type CartLine = { addonId: string; name: string; quantity: number; seenPrice: number };
export type Cart = readonly CartLine[];

/** What the rules need to know of an add-on on sale. */
export type SaleItem = { id: string; name: string; price: number };

// Checked by hand: the cart's badge is part of a first visit, and a schema library would be most of what that visit downloads.
const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= longest;
const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

function isLine(value: unknown): value is CartLine {
  return (
    isRecord(value) &&
    isText(value['addonId'], 64) &&
    isText(value['name'], 200) &&
    isWhole(value['quantity'], 1, maxQuantity) &&
    isWhole(value['seenPrice'], 0, Number.MAX_SAFE_INTEGER)
  );
}

/** The lines of the stored form. `version` lets a later release read what an earlier one kept. */
function storedLines(value: unknown): CartLine[] {
  if (!isRecord(value) || value['version'] !== 1) return [];
  const lines: unknown = value['lines'];
  if (!Array.isArray(lines) || lines.length > 200 || !lines.every(isLine)) return [];
  return lines.map(({ addonId, name, quantity, seenPrice }) => ({ addonId, name, quantity, seenPrice }));
}

/** The cart kept in a browser. Anything unreadable is an empty cart; a line listed twice is one line. */
export function parseCart(stored: string | null): Cart {
  if (!stored) return [];
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return [];
  }
  return storedLines(value).reduce<Cart>(append, []);
}

/** The form `parseCart` reads. */
export function serializeCart(cart: Cart): string {
  return JSON.stringify({ version: 1, lines: cart });
}

function clampQuantity(quantity: number): number {
  return Math.min(maxQuantity, Math.max(0, Math.trunc(quantity) || 0));
}

function append(cart: Cart, added: CartLine): Cart {
  const present = cart.some((line) => line.addonId === added.addonId);
  if (!present) return [...cart, added];
  return cart.map((line) =>
    line.addonId === added.addonId
      ? { ...line, quantity: clampQuantity(line.quantity + added.quantity), seenPrice: added.seenPrice }
      : line,
  );
}

/** Puts one more of an add-on into the cart: a new line, or the quantity of its line raised by one. */
export function addToCart(cart: Cart, item: SaleItem): Cart {
  return append(cart, { addonId: item.id, name: item.name, quantity: 1, seenPrice: item.price });
}

/** Sets a line's quantity. Zero or less removes the line; fractions are cut off; `maxQuantity` is the most. */
export function setQuantity(cart: Cart, addonId: string, quantity: number): Cart {
  const next = clampQuantity(quantity);
  if (next === 0) return removeLine(cart, addonId);
  return cart.map((line) => (line.addonId === addonId ? { ...line, quantity: next } : line));
}

export function removeLine(cart: Cart, addonId: string): Cart {
  return cart.filter((line) => line.addonId !== addonId);
}

/** The number on the cart's badge: all quantities together. */
export function itemCount(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

/** A line with the add-on it stands for. */
export type PricedLine<Item extends SaleItem> = { item: Item; quantity: number; seenPrice: number };

/** The cart against the price book of now. */
export type PricedCart<Item extends SaleItem> = {
  lines: PricedLine<Item>[];
  /** Whole shillings at the price book's prices. */
  total: number;
  /** Lines whose price moved since the buyer saw it. */
  changed: PricedLine<Item>[];
  /** Lines that are no longer on sale. */
  dropped: CartLine[];
};

/** Prices a cart. What the buyer saw earlier never decides a price; it only tells what to point out. */
export function priceCart<Item extends SaleItem>(cart: Cart, catalogue: readonly Item[]): PricedCart<Item> {
  const onSale = new Map(catalogue.map((item) => [item.id, item]));
  const lines: PricedLine<Item>[] = [];
  const dropped: CartLine[] = [];
  for (const line of cart) {
    const item = onSale.get(line.addonId);
    if (item) lines.push({ item, quantity: line.quantity, seenPrice: line.seenPrice });
    else dropped.push(line);
  }
  const total = lines.reduce((sum, line) => sum + line.item.price * line.quantity, 0);
  return { lines, total, changed: lines.filter((line) => line.seenPrice !== line.item.price), dropped };
}

/** The cart after the buyer saw today's prices: every line carries them, lines no longer on sale are gone. */
export function acceptPrices(cart: Cart, catalogue: readonly SaleItem[]): Cart {
  return priceCart(cart, catalogue).lines.map(({ item, quantity }) => ({
    addonId: item.id,
    name: item.name,
    quantity,
    seenPrice: item.price,
  }));
}

/** What an arrival from the pricing page carries. Its price is a hint and never charged. */
export type BuyNowHint = { id?: string | undefined; name: string; price?: number | undefined; category?: string | undefined };

/** The navigation state of Buy Now, or undefined for any other arrival. */
export function parseBuyNow(state: unknown): BuyNowHint | undefined {
  if (!isRecord(state) || state['fromPricing'] !== true) return undefined;
  const { id, name, price, category } = state;
  if (!isText(name, 200)) return undefined;
  return {
    name,
    id: isText(id, 64) ? id : undefined,
    price: isWhole(price, 0, Number.MAX_SAFE_INTEGER) ? price : undefined,
    category: isText(category, 40) ? category : undefined,
  };
}

type NamedItem = SaleItem & { category: string; aliases: readonly string[] };

const plain = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * The add-on an arrival means: by id, else by name or alias within the named category, else by name or alias alone
 * when that is unambiguous.
 */
export function resolveBuyNow<Item extends NamedItem>(hint: BuyNowHint, catalogue: readonly Item[]): Item | undefined {
  const byId = catalogue.find((item) => item.id === hint.id);
  if (byId) return byId;
  const named = catalogue.filter((item) => [item.name, ...item.aliases].some((name) => plain(name) === plain(hint.name)));
  const within = named.filter((item) => item.category === hint.category);
  if (within.length > 0) return within[0];
  return named.length === 1 ? named[0] : undefined;
}

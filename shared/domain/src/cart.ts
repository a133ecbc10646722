import { personalStorage } from './personalStorage.ts';

/** Key of the cart in local storage. */
export const cartStorageKey = personalStorage.cart;
/** Maximum licences of one add-on (one per school or campus) in one order. */
export const maxQuantity = 999;

/**
 * One add-on in the cart. `seenPrice` is the price in whole shillings the buyer last saw and accepted; `name` names the line
 * when it is no longer on sale.
 */
export type CartLine = { addonId: string; name: string; quantity: number; seenPrice: number };
export type Cart = readonly CartLine[];

/** What pricing needs to know about an add-on on sale. */
export type SaleItem = { id: string; name: string; price: number };

// Parsed without zod, which would be most of the download of a first visit; the cart's badge is part of it.
const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= longest;
const isIntegerBetween = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

function isLine(value: unknown): value is CartLine {
  return (
    isRecord(value) &&
    isText(value['addonId'], 64) &&
    isText(value['name'], 200) &&
    isIntegerBetween(value['quantity'], 1, maxQuantity) &&
    isIntegerBetween(value['seenPrice'], 0, Number.MAX_SAFE_INTEGER)
  );
}

/** The lines of the serialized cart. `version` lets a later release read what an earlier one stored. */
function storedLines(value: unknown): CartLine[] {
  if (!isRecord(value) || value['version'] !== 1) return [];
  const lines: unknown = value['lines'];
  if (!Array.isArray(lines) || lines.length > 200 || !lines.every(isLine)) return [];
  return lines.map(({ addonId, name, quantity, seenPrice }) => ({ addonId, name, quantity, seenPrice }));
}

/** Parses the cart stored in a browser. Anything invalid is an empty cart; duplicate lines are added up. */
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

/** Serializes a cart for `parseCart`. */
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

/** Adds one licence of an add-on: a new line, or one more on its line. */
export function addToCart(cart: Cart, item: SaleItem): Cart {
  return append(cart, { addonId: item.id, name: item.name, quantity: 1, seenPrice: item.price });
}

/** Sets a line's quantity. Zero or less removes the line; fractions are truncated, and `maxQuantity` is the maximum. */
export function setQuantity(cart: Cart, addonId: string, quantity: number): Cart {
  const next = clampQuantity(quantity);
  if (next === 0) return removeLine(cart, addonId);
  return cart.map((line) => (line.addonId === addonId ? { ...line, quantity: next } : line));
}

/** The cart without the line of an add-on. */
export function removeLine(cart: Cart, addonId: string): Cart {
  return cart.filter((line) => line.addonId !== addonId);
}

/** The number on the cart's badge: the sum of all quantities. */
export function itemCount(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

/** A line with its add-on. */
export type PricedLine<Item extends SaleItem> = { item: Item; quantity: number; seenPrice: number };

/** The cart at current prices. */
export type PricedCart<Item extends SaleItem> = {
  lines: PricedLine<Item>[];
  /** Whole shillings at current prices. */
  total: number;
  /** Lines whose price changed since the buyer last saw it. */
  changed: PricedLine<Item>[];
  /** Lines that are no longer on sale. */
  dropped: CartLine[];
};

/** Prices a cart from the catalogue. The price a buyer saw earlier is never charged; it only marks lines as changed. */
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

/** The cart after the buyer accepted current prices: every line carries them, and lines no longer on sale are removed. */
export function acceptPrices(cart: Cart, catalogue: readonly SaleItem[]): Cart {
  return priceCart(cart, catalogue).lines.map(({ item, quantity }) => ({
    addonId: item.id,
    name: item.name,
    quantity,
    seenPrice: item.price,
  }));
}

/** What a Buy Now link passes along as navigation state. Its price is a hint and never charged. */
export type BuyNowHint = { id?: string | undefined; name: string; price?: number | undefined; category?: string | undefined };

/** Parses the navigation state of a Buy Now link; undefined for any other state. */
export function parseBuyNow(state: unknown): BuyNowHint | undefined {
  if (!isRecord(state) || state['fromPricing'] !== true) return undefined;
  const { id, name, price, category } = state;
  if (!isText(name, 200)) return undefined;
  return {
    name,
    id: isText(id, 64) ? id : undefined,
    price: isIntegerBetween(price, 0, Number.MAX_SAFE_INTEGER) ? price : undefined,
    category: isText(category, 40) ? category : undefined,
  };
}

type NamedItem = SaleItem & { category: string; aliases: readonly string[] };

const normalize = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * Finds the add-on of a Buy Now link: by id, else by name or alias within the named category, else by name or alias alone
 * when that is unambiguous.
 */
export function resolveBuyNow<Item extends NamedItem>(hint: BuyNowHint, catalogue: readonly Item[]): Item | undefined {
  const byId = catalogue.find((item) => item.id === hint.id);
  if (byId) return byId;
  const named = catalogue.filter((item) => [item.name, ...item.aliases].some((name) => normalize(name) === normalize(hint.name)));
  const within = named.filter((item) => item.category === hint.category);
  if (within.length > 0) return within[0];
  return named.length === 1 ? named[0] : undefined;
}

import type { Cart, CartLine } from './cart.ts';

/** The cart stored with an account. `version` grows with every change; 0 means it was never saved. */
export type SavedCart = { version: number; lines: Cart };
/** The saved cart as this browser last synced it, and whose it is. */
export type LastSyncedCart = SavedCart & { userId: string };

/** Whether two carts have the same add-ons in the same quantities. Order and prices do not matter. */
export function isSameCart(one: Cart, other: Cart): boolean {
  if (one.length !== other.length) return false;
  const quantities = new Map(one.map(({ addonId, quantity }) => [addonId, quantity]));
  return other.every(({ addonId, quantity }) => quantities.get(addonId) === quantity);
}

/** The union of two carts. A line in both appears once, with the larger quantity: it is the same choice made on two devices. */
export function combineCarts(mine: Cart, incoming: Cart): Cart {
  const known = new Map(incoming.map((line) => [line.addonId, line]));
  const shared = mine.map((line) => ({ ...line, quantity: Math.max(line.quantity, known.get(line.addonId)?.quantity ?? 0) }));
  return [...shared, ...incoming.filter(({ addonId }) => !mine.some((line) => line.addonId === addonId))];
}

/** Three-way merge: a line changed on one side is taken from there, a line changed on both sides from `mine`. */
export function mergeCarts(before: Cart, mine: Cart, incoming: Cart): Cart {
  const lineOf = (cart: Cart, id: string) => cart.find(({ addonId }) => addonId === id);
  const ids = [...new Set([...incoming, ...mine].map(({ addonId }) => addonId))];
  return ids.flatMap((id): CartLine[] => {
    const [old, own, other] = [lineOf(before, id), lineOf(mine, id), lineOf(incoming, id)];
    const chosen = own?.quantity === old?.quantity ? other : own;
    return chosen ? [chosen] : [];
  });
}

/** What to do next so that this browser's cart and the saved one become the same. */
export type SyncStep =
  | { do: 'nothing' }
  /** Both have lines and they were never synced: only the user can decide. */
  | { do: 'ask' }
  /** Replace this browser's cart with the saved one. */
  | { do: 'adopt' }
  /** Save this browser's cart, if the saved one still has this `version`. */
  | { do: 'save'; version: number }
  /** Both changed since the last sync: both become these lines. */
  | { do: 'merge'; lines: Cart };

/** The next step for a signed-in user. `seen` is undefined before the first sync of this browser. */
export function nextSyncStep(userId: string, cart: Cart, seen: LastSyncedCart | undefined, saved: SavedCart): SyncStep {
  // The cart belongs to the user who was signed in before.
  if (seen && seen.userId !== userId) return { do: 'adopt' };
  if (!seen) {
    if (cart.length === 0 || isSameCart(cart, saved.lines)) return { do: 'adopt' };
    return saved.lines.length === 0 ? { do: 'save', version: saved.version } : { do: 'ask' };
  }
  const isChangedHere = !isSameCart(cart, seen.lines);
  const isChangedThere = saved.version > seen.version;
  if (isChangedHere && isChangedThere) return { do: 'merge', lines: mergeCarts(seen.lines, cart, saved.lines) };
  if (isChangedThere) return { do: 'adopt' };
  return isChangedHere ? { do: 'save', version: seen.version } : { do: 'nothing' };
}

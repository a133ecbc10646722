import type { Cart, CartLine } from './cart.ts';

/** The cart the database keeps for a person. `version` grows with every change; 0 is one that was never kept. */
export type SavedCart = { version: number; lines: Cart };
/** What this browser knows of a person's kept cart: whose it is, and what was last seen of it. */
export type LastSyncedCart = SavedCart & { userId: string };

/** Do both hold the same things in the same numbers? The order of the lines, and prices seen, do not matter. */
export function isSameCart(one: Cart, other: Cart): boolean {
  if (one.length !== other.length) return false;
  const quantities = new Map(one.map(({ addonId, quantity }) => [addonId, quantity]));
  return other.every(({ addonId, quantity }) => quantities.get(addonId) === quantity);
}

/** Both carts together. What is in both is there once, in the larger number: it is the same wish on two devices. */
export function combineCarts(mine: Cart, theirs: Cart): Cart {
  const known = new Map(theirs.map((line) => [line.addonId, line]));
  const shared = mine.map((line) => ({ ...line, quantity: Math.max(line.quantity, known.get(line.addonId)?.quantity ?? 0) }));
  return [...shared, ...theirs.filter(({ addonId }) => !mine.some((line) => line.addonId === addonId))];
}

/** Brings two carts together that were the same before: what one changed is taken, and what both changed as `mine` has it. */
export function mergeCarts(before: Cart, mine: Cart, theirs: Cart): Cart {
  const lineOf = (cart: Cart, id: string) => cart.find(({ addonId }) => addonId === id);
  const ids = [...new Set([...theirs, ...mine].map(({ addonId }) => addonId))];
  return ids.flatMap((id): CartLine[] => {
    const [old, own, other] = [lineOf(before, id), lineOf(mine, id), lineOf(theirs, id)];
    const chosen = own?.quantity === old?.quantity ? other : own;
    return chosen ? [chosen] : [];
  });
}

/** What is to be done so that this browser's cart and the kept one become the same. */
export type SyncStep =
  | { do: 'nothing' }
  /** Both hold something and disagree, and they never met: only the person knows. */
  | { do: 'ask' }
  /** The kept one is shown here. */
  | { do: 'adopt' }
  /** This one is kept, if `version` is still the kept one's. */
  | { do: 'save'; version: number }
  /** Both changed since they last met: this is what both become. */
  | { do: 'merge'; lines: Cart };

/** The next step for a person who is signed in. `seen` is undefined before this browser's cart and the kept one met. */
export function nextSyncStep(userId: string, cart: Cart, seen: LastSyncedCart | undefined, saved: SavedCart): SyncStep {
  // A cart that another person left behind is nobody's to take over.
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

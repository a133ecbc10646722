import { parseCart, type Cart } from '@masomo/domain/cart';
import type { SavedCart } from '@masomo/domain/savedCart';
import { toDataError, unwrap, type Db } from '@masomo/data';

export const savedCartKeys = {
  of: (userId: string) => ['carts', 'saved', userId] as const,
};

/** Lines as the database keeps them: read like those of a browser, so that anything unreadable is an empty cart. */
const toLines = (lines: unknown): Cart => parseCart(JSON.stringify({ version: 1, lines }));

/** The cart kept for the person who is signed in; version 0 before anything was kept. */
export async function getSavedCart(db: Db, userId: string): Promise<SavedCart> {
  const [row] = unwrap(await db.from('saved_carts').select('version, lines').eq('user_id', userId).limit(1));
  return row ? { version: row.version, lines: toLines(row.lines) } : { version: 0, lines: [] };
}

/** Keeps the cart if `version` is still the kept one; answers what is kept now and whether it is this one. */
export async function saveCart(db: Db, { lines, version }: SavedCart): Promise<SavedCart & { isSaved: boolean }> {
  const row = unwrap(await db.rpc('save_cart', { lines: lines.map((line) => ({ ...line })), seen_version: version }).single());
  return { version: row.version, lines: toLines(row.kept_lines), isSaved: row.is_saved };
}

/** Counts a cart, and with `orderId` that it was bought: figures only, without who it was or what was in it. */
export async function recordCart(db: Db, cart: { cartId: string; items: number; total: number; orderId?: string }): Promise<void> {
  const { error, status } = await db.rpc('record_cart', {
    cart_id: cart.cartId,
    items: cart.items,
    total: cart.total,
    ...(cart.orderId ? { order_id: cart.orderId } : {}),
  });
  if (error) throw toDataError(error, status);
}

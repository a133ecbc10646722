import { parseCart, type Cart } from '@masomo/domain/cart';
import type { SavedCart } from '@masomo/domain/savedCart';
import { toDataError, unwrap, type Db } from '@masomo/data';

export const savedCartKeys = {
  of: (userId: string) => ['carts', 'saved', userId] as const,
};

/** Parses stored lines with the browser cart's parser, so that anything unreadable becomes an empty cart. */
const toLines = (lines: unknown): Cart => parseCart(JSON.stringify({ version: 1, lines }));

/** The account's saved cart; version 0 before the first save. */
export async function getSavedCart(db: Db, userId: string): Promise<SavedCart> {
  const [row] = unwrap(await db.from('saved_carts').select('version, lines').eq('user_id', userId).limit(1));
  return row ? { version: row.version, lines: toLines(row.lines) } : { version: 0, lines: [] };
}

/** Saves the cart if `version` is still current; returns the saved cart and whether this save won. */
export async function saveCart(db: Db, { lines, version }: SavedCart): Promise<SavedCart & { isSaved: boolean }> {
  const row = unwrap(await db.rpc('save_cart', { lines: lines.map((line) => ({ ...line })), seen_version: version }).single());
  return { version: row.version, lines: toLines(row.kept_lines), isSaved: row.is_saved };
}

/** Records a cart for the abandonment rate, with `orderId` as purchased. Anonymous: neither the visitor nor the items are stored. */
export async function recordCart(db: Db, cart: { cartId: string; items: number; total: number; orderId?: string }): Promise<void> {
  const { error, status } = await db.rpc('record_cart', {
    cart_id: cart.cartId,
    items: cart.items,
    total: cart.total,
    ...(cart.orderId ? { order_id: cart.orderId } : {}),
  });
  if (error) throw toDataError(error, status);
}

import { t } from '@lingui/core/macro';
import { asDataError, DataError, type Db } from '@masomo/data';
import { placeOrder, type OrderRequest, type PlacedOrder } from '@masomo/data/store/checkout';
import { newId } from '@masomo/domain/secureContext';
import { withTabLock } from '@masomo/domain/tabLock';
import { timings } from '@masomo/domain/timings';
import { cartStore } from '../shared/cartStore.ts';
import { cartActions } from '../shared/useCart.ts';
import { checkoutAttemptStore } from './checkoutAttemptStore.ts';

export type CheckoutContent = Omit<OrderRequest, 'idempotencyKey'>;

/** `isEarlier`: the order comes from an earlier attempt that got no response. `orderKey` proves who ordered, `email` and `phone` are the buyer's. */
export type SubmittedOrder = PlacedOrder & { id: string; isEarlier: boolean; orderKey: string; email: string; phone: string };

/** The database's error code for an idempotency key that already created an order with other content. */
export const idempotencyKeyReused = 'order.key_reused';

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Places an order exactly once across retries, reloads, tabs, and edits after a lost response. Every request is stored until its
 * response is handled (`acknowledgeOrder`), and the next one reuses its idempotency key. If that key already created an order with
 * earlier content, that order is returned instead.
 */
export async function submitOrder(db: Db, content: CheckoutContent): Promise<SubmittedOrder> {
  // Two tabs that order at the same moment must send the same key: that of the pending attempt, or the cart's.
  const { earlierAttempts, request } = await withTabLock('checkout', () => {
    const attempts = checkoutAttemptStore.get();
    // With neither an attempt nor a cart, another tab has already ordered what this one still shows.
    if (attempts.length === 0 && cartStore.get().length === 0)
      throw new DataError('invalid', t`This cart was ordered in another tab. Nothing was ordered here.`, { code: 'order.elsewhere' });
    const next = { ...content, idempotencyKey: attempts[0]?.idempotencyKey ?? cartStore.orderKey() ?? newId() };
    checkoutAttemptStore.add(next);
    return { earlierAttempts: attempts, request: next };
  });
  const [order] = await Promise.all([send(db, request, earlierAttempts), delay(timings.payMinimumMs)]);
  return order;
}

/** Marks the order's response as handled. The cart is emptied before the attempt is removed, so a tab that acts in between gets the same order. */
export function acknowledgeOrder({ isEarlier }: SubmittedOrder): void {
  if (isEarlier) cartStore.renewOrderKey();
  else cartActions.clear();
  checkoutAttemptStore.clear();
}

const placeRequest = async (db: Db, request: OrderRequest, isEarlier: boolean): Promise<SubmittedOrder> => {
  const { email, phone } = request.billing;
  return { ...(await placeOrder(db, request)), isEarlier, orderKey: request.idempotencyKey, email, phone };
};

async function send(db: Db, request: OrderRequest, earlier: readonly OrderRequest[]): Promise<SubmittedOrder> {
  try {
    return await placeRequest(db, request, false);
  } catch (failure) {
    const error = asDataError(failure);
    // No response: the order may exist, so the attempt stays for the next retry.
    if (error.kind === 'unavailable') throw error;
    if (error.code === idempotencyKeyReused) return findEarlierOrder(db, earlier, error);
    // A refused request created no order; an earlier attempt may still have.
    checkoutAttemptStore.remove(request);
    throw error;
  }
}

/** Repeats the earlier requests of the key until the database recognises the one that created the order. */
async function findEarlierOrder(db: Db, earlier: readonly OrderRequest[], refusal: Error): Promise<SubmittedOrder> {
  for (const request of earlier) {
    try {
      return await placeRequest(db, request, true);
    } catch (failure) {
      const error = asDataError(failure);
      if (error.code !== idempotencyKeyReused) throw error;
    }
  }
  throw refusal;
}

/** Retries the attempt that got no response; the caller handles it with `acknowledgeOrder`. */
export async function resumeOrder(db: Db): Promise<SubmittedOrder> {
  const [latest, ...earlier] = checkoutAttemptStore.get();
  if (!latest) throw new Error('There is no order to resume.');
  return send(db, latest, earlier);
}

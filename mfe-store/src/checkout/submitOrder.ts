import { asDataError, DataError, type Db } from '@masomo/data';
import { placeOrder, type OrderRequest, type PlacedOrder } from '@masomo/data/store/checkout';
import { timings } from '@masomo/domain/timings';
import { withTabLock } from '../shared/browserStorage.ts';
import { cartStore } from '../shared/cartStore.ts';
import { cartActions } from '../shared/useCart.ts';
import { checkoutAttemptStore } from './checkoutAttemptStore.ts';

export type CheckoutContent = Omit<OrderRequest, 'idempotencyKey'>;

/** `isEarlier`: the order is one this browser asked for before and got no answer to. `email` and `phone` are its buyer's. */
export type SubmittedOrder = PlacedOrder & { id: string; isEarlier: boolean; email: string; phone: string };

/** The database's code for a key that already made an order of another content. */
export const idempotencyKeyReused = 'order.key_reused';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Places an order so that a retry, a reload, a second tab or a changed mind after a lost answer never makes two. Every request is kept
 * until its answer was taken in (`settleOrder`), and the next one goes out under the same key. If that key turns out to have
 * made an order of an earlier content, that order is fetched instead.
 */
export async function submitOrder(db: Db, content: CheckoutContent): Promise<SubmittedOrder> {
  // Two tabs that order at the same moment send the same key: the cart's, or that of what was not answered yet.
  const { unanswered, request } = await withTabLock('checkout', () => {
    const known = checkoutAttemptStore.get();
    // The cart goes before the request does: without either, another tab has ordered what is still drawn here.
    if (known.length === 0 && cartStore.get().length === 0)
      throw new DataError('invalid', 'This cart was ordered in another tab. Nothing was ordered here.', { code: 'order.elsewhere' });
    const next = { ...content, idempotencyKey: known[0]?.idempotencyKey ?? cartStore.orderKey() ?? crypto.randomUUID() };
    checkoutAttemptStore.add(next);
    return { unanswered: known, request: next };
  });
  const [order] = await Promise.all([send(db, request, unanswered), pause(timings.payMinimum)]);
  return order;
}

/** The order's answer was taken in: its cart is empty, and then its request is forgotten. In between, another tab asks for the same order. */
export function acknowledgeOrder({ isEarlier }: SubmittedOrder): void {
  if (isEarlier) cartStore.renewOrderKey();
  else cartActions.clear();
  checkoutAttemptStore.clear();
}

const submitted = async (db: Db, request: OrderRequest, isEarlier: boolean): Promise<SubmittedOrder> => {
  const { email, phone } = request.billing;
  return { ...(await placeOrder(db, request)), isEarlier, email, phone };
};

async function send(db: Db, request: OrderRequest, earlier: readonly OrderRequest[]): Promise<SubmittedOrder> {
  try {
    return await submitted(db, request, false);
  } catch (failure) {
    const error = asDataError(failure);
    // No answer: the order may exist. Everything stays as it is for the next try.
    if (error.kind === 'unavailable') throw error;
    if (error.code === idempotencyKeyReused) return findEarlierOrder(db, earlier, error);
    // A refusal made no order; what was unanswered before may still have made one.
    checkoutAttemptStore.remove(request);
    throw error;
  }
}

/** Repeats what was sent under the key until the database recognises its order. */
async function findEarlierOrder(db: Db, earlier: readonly OrderRequest[], refusal: Error): Promise<SubmittedOrder> {
  for (const request of earlier) {
    try {
      return await submitted(db, request, true);
    } catch (failure) {
      const error = asDataError(failure);
      if (error.code !== idempotencyKeyReused) throw error;
    }
  }
  throw refusal;
}

/** Asks again for the order that got no answer; `settleOrder` ends it. */
export async function resumeOrder(db: Db): Promise<SubmittedOrder> {
  const [latest, ...earlier] = checkoutAttemptStore.get();
  if (!latest) throw new Error('There is no order to resume.');
  return send(db, latest, earlier);
}

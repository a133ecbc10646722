// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DataError, type Db } from '@masomo/data';
import type { OrderRequest, PlacedOrder } from '@masomo/data/store/checkout';
import { addToCart } from '@masomo/domain/cart';
import { storedCheckoutAttempts } from '../shared/checkoutAttempt.ts';
import { checkoutAttemptStore } from './checkoutAttemptStore.ts';
import { cartStore } from '../shared/cartStore.ts';
import { idempotencyKeyReused, resumeOrder, acknowledgeOrder, submitOrder, type CheckoutContent } from './submitOrder.ts';

vi.mock('@masomo/domain/timings', () => ({ timings: { payMinimum: 0 } }));

const server = vi.hoisted(() => ({ placeOrder: vi.fn() }));
vi.mock('@masomo/data/store/checkout', () => server);

const db: Db = {
  from: () => {
    throw new Error('unused');
  },
  rpc: () => {
    throw new Error('unused');
  },
};
const content: CheckoutContent = {
  billing: {
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: 'bursar@kilimani.test',
    phone: '0712345678',
    institution: 'Kilimani Primary',
    country: 'Kenya',
  },
  paymentMethod: 'bank',
  lines: [{ kind: 'addon', itemId: 'behaviour', quantity: 1 }],
  expectedTotal: 1999,
};
const changed: CheckoutContent = { ...content, lines: [{ kind: 'addon', itemId: 'behaviour', quantity: 2 }], expectedTotal: 3998 };
const lost = () => Promise.reject(new DataError('unavailable', 'The server cannot be reached.'));

/** A server that keeps its promise: one key, one order; another body under a known key is refused. */
function honestServer(loseAnswers = 0) {
  const orders = new Map<string, { body: string; order: PlacedOrder }>();
  let toLose = loseAnswers;
  server.placeOrder.mockImplementation(async (_db: Db, { idempotencyKey, ...body }: OrderRequest) => {
    const known = orders.get(idempotencyKey);
    if (known && known.body !== JSON.stringify(body)) throw new DataError('invalid', 'This key was used.', { code: idempotencyKeyReused });
    const order = known?.order ?? {
      orderNumber: `ORD-2026-00${orders.size + 1}`,
      total: body.expectedTotal,
      net: 0,
      vat: 0,
      paymentMethod: body.paymentMethod,
      status: 'pending' as const,
      paymentReference: 'MS23456789',
    };
    orders.set(idempotencyKey, { body: JSON.stringify(body), order });
    if (toLose-- > 0) return lost();
    return order;
  });
  return orders;
}

const fillCart = () => cartStore.update(() => addToCart([], { id: 'behaviour', name: 'Behaviour Records', price: 1999 }));
beforeEach(() => {
  window.localStorage.clear();
  fillCart();
  server.placeOrder.mockReset();
});

describe('submitting an order', () => {
  it('answers with the order; once that is taken in, the cart is empty and the attempt forgotten', async () => {
    honestServer();
    const order = await submitOrder(db, content);
    expect(order).toMatchObject({ orderNumber: 'ORD-2026-001', isEarlier: false });
    acknowledgeOrder(order);
    expect(cartStore.get()).toEqual([]);
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });

  it('uses a new key for every order that was taken in', async () => {
    const orders = honestServer();
    acknowledgeOrder(await submitOrder(db, content));
    fillCart();
    acknowledgeOrder(await submitOrder(db, content));
    expect(orders.size).toBe(2);
  });

  it('makes one order of one cart, whenever a second tab orders it', async () => {
    const orders = honestServer();
    const order = await submitOrder(db, content);
    // The first tab has its answer and has not taken it in yet.
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    acknowledgeOrder(order);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ code: 'order.elsewhere' });
    expect(orders.size).toBe(1);
  });

  it('makes one order of a cart in two tabs that do not see each other’s request yet', async () => {
    const orders = honestServer();
    await submitOrder(db, content);
    // Another process reads what this one wrote a moment later.
    checkoutAttemptStore.clear();
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    expect(orders.size).toBe(1);
  });

  it('orders what is in the cart after an earlier order of it was found', async () => {
    const orders = honestServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    acknowledgeOrder(await submitOrder(db, changed));
    expect(cartStore.get()).toHaveLength(1);
    expect(await submitOrder(db, changed)).toMatchObject({ total: 3998, isEarlier: false });
    expect(orders.size).toBe(2);
  });

  it('makes one order when the answer was lost and the buyer tries again', async () => {
    const orders = honestServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(storedCheckoutAttempts.read() !== null).toBe(true);
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    expect(orders.size).toBe(1);
  });

  it('finds the first order when the buyer changed the content after lost answers', async () => {
    const orders = honestServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await submitOrder(db, changed)).toMatchObject({ orderNumber: 'ORD-2026-001', total: 1999, isEarlier: true });
    expect(orders.size).toBe(1);
  });

  it('takes the new content when the first request never arrived', async () => {
    server.placeOrder.mockImplementationOnce(lost);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    const orders = honestServer();
    expect(await submitOrder(db, changed)).toMatchObject({ total: 3998, isEarlier: false });
    expect(orders.size).toBe(1);
  });

  it('finishes the order after a reload', async () => {
    const orders = honestServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    const order = await resumeOrder(db);
    expect(order.orderNumber).toBe('ORD-2026-001');
    acknowledgeOrder(order);
    expect(orders.size).toBe(1);
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });

  it('keeps nothing of a request the server refused', async () => {
    server.placeOrder.mockRejectedValueOnce(new DataError('conflict', 'The price changed.', { code: 'order.price_changed' }));
    await expect(submitOrder(db, content)).rejects.toMatchObject({ code: 'order.price_changed' });
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });

  it('keeps the unanswered request when a later one is refused', async () => {
    const orders = honestServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    server.placeOrder.mockRejectedValueOnce(new DataError('conflict', 'The price changed.', { code: 'order.price_changed' }));
    await expect(submitOrder(db, changed)).rejects.toMatchObject({ code: 'order.price_changed' });
    expect(checkoutAttemptStore.get()).toHaveLength(1);
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    expect(orders.size).toBe(1);
  });

  it('ignores an attempt it cannot read', () => {
    window.localStorage.setItem('checkoutAttempt', '[{"idempotencyKey":7}]');
    expect(checkoutAttemptStore.get()).toEqual([]);
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });
});

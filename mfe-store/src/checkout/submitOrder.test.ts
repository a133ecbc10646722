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

/** A fake of the database's idempotency: one key, one order; another body under a known key is refused. */
function idempotentServer(lostResponses = 0) {
  const orders = new Map<string, { body: string; order: PlacedOrder }>();
  let remainingLosses = lostResponses;
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
    if (remainingLosses-- > 0) return lost();
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
  it('returns the order; acknowledging it empties the cart and removes the attempt', async () => {
    idempotentServer();
    const order = await submitOrder(db, content);
    expect(order).toMatchObject({ orderNumber: 'ORD-2026-001', isEarlier: false });
    acknowledgeOrder(order);
    expect(cartStore.get()).toEqual([]);
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });

  it('uses a new key after an acknowledged order', async () => {
    const orders = idempotentServer();
    acknowledgeOrder(await submitOrder(db, content));
    fillCart();
    acknowledgeOrder(await submitOrder(db, content));
    expect(orders.size).toBe(2);
  });

  it('creates one order per cart, whenever a second tab submits it', async () => {
    const orders = idempotentServer();
    const order = await submitOrder(db, content);
    // The first tab has its response but has not acknowledged it yet.
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    acknowledgeOrder(order);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ code: 'order.elsewhere' });
    expect(orders.size).toBe(1);
  });

  it('creates one order when two tabs do not see each other’s attempt yet', async () => {
    const orders = idempotentServer();
    await submitOrder(db, content);
    // Another process sees this one's writes with a delay.
    checkoutAttemptStore.clear();
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    expect(orders.size).toBe(1);
  });

  it('orders the current cart after an earlier order was found', async () => {
    const orders = idempotentServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    acknowledgeOrder(await submitOrder(db, changed));
    expect(cartStore.get()).toHaveLength(1);
    expect(await submitOrder(db, changed)).toMatchObject({ total: 3998, isEarlier: false });
    expect(orders.size).toBe(2);
  });

  it('creates one order when the buyer retries after a lost response', async () => {
    const orders = idempotentServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(storedCheckoutAttempts.read() !== null).toBe(true);
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    expect(orders.size).toBe(1);
  });

  it('returns the first order when the buyer changed the cart after a lost response', async () => {
    const orders = idempotentServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await submitOrder(db, changed)).toMatchObject({ orderNumber: 'ORD-2026-001', total: 1999, isEarlier: true });
    expect(orders.size).toBe(1);
  });

  it('submits the new content when the first request never arrived', async () => {
    server.placeOrder.mockImplementationOnce(lost);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    const orders = idempotentServer();
    expect(await submitOrder(db, changed)).toMatchObject({ total: 3998, isEarlier: false });
    expect(orders.size).toBe(1);
  });

  it('finishes the order after a reload', async () => {
    const orders = idempotentServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    const order = await resumeOrder(db);
    expect(order.orderNumber).toBe('ORD-2026-001');
    acknowledgeOrder(order);
    expect(orders.size).toBe(1);
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });

  it('removes the attempt of a refused request', async () => {
    server.placeOrder.mockRejectedValueOnce(new DataError('conflict', 'The price changed.', { code: 'order.price_changed' }));
    await expect(submitOrder(db, content)).rejects.toMatchObject({ code: 'order.price_changed' });
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });

  it('keeps the pending attempt when a later one is refused', async () => {
    const orders = idempotentServer(1);
    await expect(submitOrder(db, content)).rejects.toMatchObject({ kind: 'unavailable' });
    server.placeOrder.mockRejectedValueOnce(new DataError('conflict', 'The price changed.', { code: 'order.price_changed' }));
    await expect(submitOrder(db, changed)).rejects.toMatchObject({ code: 'order.price_changed' });
    expect(checkoutAttemptStore.get()).toHaveLength(1);
    expect((await submitOrder(db, content)).orderNumber).toBe('ORD-2026-001');
    expect(orders.size).toBe(1);
  });

  it('discards an attempt it cannot parse', () => {
    window.localStorage.setItem('checkoutAttempt', '[{"idempotencyKey":7}]');
    expect(checkoutAttemptStore.get()).toEqual([]);
    expect(storedCheckoutAttempts.read() !== null).toBe(false);
  });
});

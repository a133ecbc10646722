// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addToCart, cartStorageKey, parseCart, serializeCart } from '@masomo/domain/cart';
import { cartStore } from './cartStore.ts';

const qr = { id: 'qr', name: 'QR Code Attendance', price: 3999 };
const otherTab = (value: string | null) => {
  if (value === null) window.localStorage.removeItem(cartStorageKey);
  else window.localStorage.setItem(cartStorageKey, value);
  window.dispatchEvent(new StorageEvent('storage', { key: cartStorageKey, newValue: value }));
};

beforeEach(() => window.localStorage.clear());

describe('the cart store', () => {
  it('persists across page loads', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    expect(parseCart(window.localStorage.getItem(cartStorageKey))).toEqual(cartStore.get());
    cartStore.update(() => []);
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
  });

  it('notifies of changes in another tab', () => {
    const listener = vi.fn();
    const stop = cartStore.subscribe(listener);
    otherTab(serializeCart(addToCart([], qr)));
    expect(listener).toHaveBeenCalledOnce();
    expect(cartStore.get()).toHaveLength(1);
    stop();
    otherTab(null);
    expect(listener).toHaveBeenCalledOnce();
    expect(cartStore.get()).toEqual([]);
  });

  it('preserves concurrent changes of another tab', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    window.localStorage.setItem(
      cartStorageKey,
      serializeCart(addToCart(cartStore.get(), { id: 'zoom', name: 'Zoom Live Classes', price: 1999 })),
    );
    cartStore.update((cart) => addToCart(cart, qr));
    expect(cartStore.get().map((line) => [line.addonId, line.quantity])).toEqual([
      ['qr', 2],
      ['zoom', 1],
    ]);
  });

  it('returns the same object while nothing changes', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    expect(cartStore.get()).toBe(cartStore.get());
  });

  it('is empty in a server render', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    expect(cartStore.getServer()).toEqual([]);
  });
});

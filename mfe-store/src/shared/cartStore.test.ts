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

describe('the cart of a browser', () => {
  it('is kept where the next page load finds it', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    expect(parseCart(window.localStorage.getItem(cartStorageKey))).toEqual(cartStore.get());
    cartStore.update(() => []);
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
  });

  it('follows another tab', () => {
    const heard = vi.fn();
    const stop = cartStore.subscribe(heard);
    otherTab(serializeCart(addToCart([], qr)));
    expect(heard).toHaveBeenCalledOnce();
    expect(cartStore.get()).toHaveLength(1);
    stop();
    otherTab(null);
    expect(heard).toHaveBeenCalledOnce();
    expect(cartStore.get()).toEqual([]);
  });

  it('loses nothing another tab added meanwhile', () => {
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

  it('is the same object as long as nothing changed', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    expect(cartStore.get()).toBe(cartStore.get());
  });

  it('is empty in a server render', () => {
    cartStore.update((cart) => addToCart(cart, qr));
    expect(cartStore.getServer()).toEqual([]);
  });
});

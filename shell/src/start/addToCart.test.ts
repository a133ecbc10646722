// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { maxQuantity, parseCart, serializeCart } from '@masomo/domain/cart';
import { newId } from '@masomo/domain/secureContext';
import { addToCart } from './addToCart.inline.ts';
import { inlineScript } from './inlineScript.ts';

const line = { addonId: 'a1', name: 'Quick "Fees"', quantity: 1, seenPrice: 3999 };
const stored = () => parseCart(localStorage.getItem('cart'));
const button = () => document.querySelector('button')!;

beforeAll(() => {
  new Function(inlineScript(addToCart, 'cart', 'order', maxQuantity, newId))();
});
beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div data-prerendered=""><button data-native="" name="adds"><b>Add</b></button></div>';
  button().value = serializeCart([line]);
});

it('adds what is pressed before the store has started, as the store reads it', () => {
  localStorage.setItem('cart', serializeCart([{ ...line, addonId: 'a2', quantity: 4 }]));
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('b')?.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  button().click();
  expect(stored()).toEqual([
    { ...line, addonId: 'a2', quantity: 4 },
    { ...line, quantity: 2 },
  ]);
  expect(localStorage.getItem('order')).toMatch(/^[0-9a-f-]{36}$/);
  expect(button().dataset['added']).toBe('');
});

it('leaves the press to the store once it has started', () => {
  document.querySelector('[data-prerendered]')?.removeAttribute('data-prerendered');
  button().click();
  expect(stored()).toEqual([]);
});

it('hands the press on where nothing can be stored', async () => {
  localStorage.setItem('cart', 'no cart');
  const pressed = vi.fn();
  button().addEventListener('click', pressed);
  button().click();
  await expect.poll(() => pressed).toHaveBeenCalledTimes(2);
  expect(button().hasAttribute('data-native')).toBe(false);
});

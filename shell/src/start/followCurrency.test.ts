// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { inlineScript } from './inlineScript.ts';
import { followCurrency } from './followCurrency.inline.ts';

it('shows prices in the stored currency after the first paint, and stores another choice', async () => {
  localStorage.setItem('chosen', 'USD');
  document.body.innerHTML = `<input type="radio" name="currency" value="KES" checked><input type="radio" name="currency" value="USD"><input name="currency">`;
  const [kes, usd, text] = [...document.querySelectorAll('input')];
  const read = vi.spyOn(Storage.prototype, 'getItem');
  new Function(inlineScript(followCurrency, 'chosen'))();
  expect(read).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  await expect.poll(() => document.documentElement.dataset['currency']).toBe('USD');
  expect(usd?.checked).toBe(true);
  kes?.click();
  expect([document.documentElement.dataset['currency'], localStorage.getItem('chosen')]).toEqual(['KES', 'KES']);
  // A field of that name in a form is no choice.
  Object.assign(text!, { value: 'EUR' }).dispatchEvent(new Event('change', { bubbles: true }));
  expect(localStorage.getItem('chosen')).toBe('KES');
});

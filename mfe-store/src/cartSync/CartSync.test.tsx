// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToCart, cartStorageKey, parseCart, serializeCart, type Cart } from '@masomo/domain/cart';
import { personalStorage } from '@masomo/domain/personalStorage';
import { renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../App.tsx';
import { addonRows, storeDatabase } from '../shared/__tests__/storeDatabase.ts';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const [qr, android] = addonRows as [(typeof addonRows)[0] & object, (typeof addonRows)[0] & object];
const session = signedInAs('admin');

/** A fake of the database's `save_cart`: a save wins only against the current version. */
function accountCart(version: number, lines: Cart) {
  const saved = { version, lines };
  const database = storeDatabase({
    saved_carts: () => ({ body: saved.version > 0 ? [saved] : [] }),
    'rpc/save_cart': ({ body }) => {
      const { lines: sent, seen_version: seen } = body as { lines: Cart; seen_version: number };
      const isSaved = seen === saved.version;
      if (isSaved) Object.assign(saved, { version: saved.version + 1, lines: sent });
      return { body: [{ version: saved.version, kept_lines: saved.lines, is_saved: isSaved }] };
    },
  });
  return { saved, db: database.db };
}
const open = (db: ReturnType<typeof accountCart>['db'], here: Cart = []) => {
  if (here.length > 0) window.localStorage.setItem(cartStorageKey, serializeCart(here));
  return renderRoute(<App />, { path: '/store', db, session });
};
const localCart = () =>
  parseCart(window.localStorage.getItem(cartStorageKey))
    .map(({ name, quantity }) => `${name} ${quantity}`)
    .sort();

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('the cart of a signed-in user', () => {
  it('is adopted from another device', async () => {
    open(accountCart(3, addToCart([], android)).db);
    expect(await screen.findByRole('button', { name: 'Cart 1 item' })).toBeVisible();
    expect(localCart()).toEqual(['Android App 1']);
  });

  it('is saved with every change', async () => {
    const { saved, db } = accountCart(0, []);
    open(db);
    await user.click(await screen.findByRole('button', { name: /^Add to cart.*QR Code|QR Code.*Add to cart/i }));
    await waitFor(() => expect(saved).toMatchObject({ version: 1, lines: [{ name: 'QR Code Attendance', quantity: 1 }] }));
  });

  it.each([
    ['Combine both', ['Android App 2', 'QR Code Attendance 1']],
    ['Use this device’s cart', ['QR Code Attendance 1']],
    ['Use my account’s cart', ['Android App 2']],
  ])('asks which cart wins when both differ: %s', async (choice, expected) => {
    const { saved, db } = accountCart(4, addToCart(addToCart([], android), android));
    open(db, addToCart([], qr));
    expect(await screen.findByText('You have two carts')).toBeVisible();
    expect(screen.getByText('In your account: Android App × 2.')).toBeVisible();
    expect(localCart()).toEqual(['QR Code Attendance 1']);
    await user.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(saved.lines.map(({ name, quantity }) => `${name} ${quantity}`).sort()).toEqual(expected));
    expect(localCart()).toEqual(expected);
    expect(screen.queryByText('You have two carts')).toBeNull();
  });

  it('is merged when both devices changed it', async () => {
    const here = addToCart([], qr);
    window.localStorage.setItem(personalStorage.savedCart, JSON.stringify({ userId: session.user?.id, version: 2, lines: [] }));
    const { saved, db } = accountCart(3, addToCart([], android));
    open(db, here);
    await waitFor(() => expect(saved.lines).toHaveLength(2));
    expect(localCart()).toEqual(['Android App 1', 'QR Code Attendance 1']);
  });

  it('does not adopt a cart that another user left in this browser', async () => {
    window.localStorage.setItem(personalStorage.savedCart, JSON.stringify({ userId: 'another', version: 2, lines: [] }));
    const { saved, db } = accountCart(0, []);
    open(db, addToCart([], qr));
    await waitFor(() => expect(localCart()).toEqual([]));
    expect(saved.version).toBe(0);
  });

  it('is recorded for analytics under one random id with every change', async () => {
    const database = storeDatabase();
    window.localStorage.setItem(cartStorageKey, serializeCart(addToCart([], qr)));
    renderRoute(<App />, { path: '/store', db: database.db });
    const recordedCarts = () => database.sent.filter(({ path }) => path === 'rpc/record_cart').map(({ body }) => body);
    await waitFor(() => expect(recordedCarts()).toEqual([expect.objectContaining({ items: 1, total: 3999 })]));
    await user.click(screen.getByRole('button', { name: /^Add to cart.*QR Code|QR Code.*Add to cart|Add another.*QR Code/i }));
    await waitFor(() => expect(recordedCarts()).toHaveLength(2));
    const [first, second] = recordedCarts() as { cart_id: string; items: number }[];
    expect(second).toMatchObject({ cart_id: first?.cart_id, items: 2 });
  });

  it('keeps working locally while the account cannot be reached', async () => {
    const { db } = storeDatabase({
      saved_carts: () => ({ status: 500, body: {} }),
      'rpc/save_cart': () => ({ status: 500, body: {} }),
    });
    open(db, addToCart([], qr));
    expect(await screen.findByRole('button', { name: 'Cart 1 item' })).toBeVisible();
    expect(localCart()).toEqual(['QR Code Attendance 1']);
  });
});

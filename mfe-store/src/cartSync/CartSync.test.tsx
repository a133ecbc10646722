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

/** The database's side of a kept cart, as `save_cart` works. */
function keeping(version: number, lines: Cart) {
  const kept = { version, lines };
  const database = storeDatabase({
    saved_carts: () => ({ body: kept.version > 0 ? [kept] : [] }),
    'rpc/save_cart': ({ body }) => {
      const { lines: sent, seen_version: seen } = body as { lines: Cart; seen_version: number };
      const isSaved = seen === kept.version;
      if (isSaved) Object.assign(kept, { version: kept.version + 1, lines: sent });
      return { body: [{ version: kept.version, kept_lines: kept.lines, is_saved: isSaved }] };
    },
  });
  return { kept, db: database.db };
}
const open = (db: ReturnType<typeof keeping>['db'], here: Cart = []) => {
  if (here.length > 0) window.localStorage.setItem(cartStorageKey, serializeCart(here));
  return renderRoute(<App />, { path: '/store', db, session });
};
const shown = () =>
  parseCart(window.localStorage.getItem(cartStorageKey))
    .map(({ name, quantity }) => `${name} ${quantity}`)
    .sort();

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('the cart of somebody who is signed in', () => {
  it('comes along from another device', async () => {
    open(keeping(3, addToCart([], android)).db);
    expect(await screen.findByRole('button', { name: 'Cart 1 item' })).toBeVisible();
    expect(shown()).toEqual(['Android App 1']);
  });

  it('is kept with every change', async () => {
    const { kept, db } = keeping(0, []);
    open(db);
    await user.click(await screen.findByRole('button', { name: /^Add to cart.*QR Code|QR Code.*Add to cart/i }));
    await waitFor(() => expect(kept).toMatchObject({ version: 1, lines: [{ name: 'QR Code Attendance', quantity: 1 }] }));
  });

  it.each([
    ['Put both together', ['Android App 2', 'QR Code Attendance 1']],
    ["This device's", ['QR Code Attendance 1']],
    ["My account's", ['Android App 2']],
  ])('is asked about when two disagree: %s', async (choice, becomes) => {
    const { kept, db } = keeping(4, addToCart(addToCart([], android), android));
    open(db, addToCart([], qr));
    expect(await screen.findByText('You have two carts')).toBeVisible();
    expect(screen.getByText('Kept with your account: Android App × 2.')).toBeVisible();
    expect(shown()).toEqual(['QR Code Attendance 1']);
    await user.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(kept.lines.map(({ name, quantity }) => `${name} ${quantity}`).sort()).toEqual(becomes));
    expect(shown()).toEqual(becomes);
    expect(screen.queryByText('You have two carts')).toBeNull();
  });

  it('is brought together when both devices changed it meanwhile', async () => {
    const here = addToCart([], qr);
    window.localStorage.setItem(personalStorage.savedCart, JSON.stringify({ userId: session.user?.id, version: 2, lines: [] }));
    const { kept, db } = keeping(3, addToCart([], android));
    open(db, here);
    await waitFor(() => expect(kept.lines).toHaveLength(2));
    expect(shown()).toEqual(['Android App 1', 'QR Code Attendance 1']);
  });

  it('that another person left in this browser is not taken over', async () => {
    window.localStorage.setItem(personalStorage.savedCart, JSON.stringify({ userId: 'another', version: 2, lines: [] }));
    const { kept, db } = keeping(0, []);
    open(db, addToCart([], qr));
    await waitFor(() => expect(shown()).toEqual([]));
    expect(kept.version).toBe(0);
  });

  it('is counted under a number of its own, with every change', async () => {
    const database = storeDatabase();
    window.localStorage.setItem(cartStorageKey, serializeCart(addToCart([], qr)));
    renderRoute(<App />, { path: '/store', db: database.db });
    const counted = () => database.sent.filter(({ path }) => path === 'rpc/record_cart').map(({ body }) => body);
    await waitFor(() => expect(counted()).toEqual([expect.objectContaining({ items: 1, total: 3999 })]));
    await user.click(screen.getByRole('button', { name: /^Add to cart.*QR Code|QR Code.*Add to cart|Add another.*QR Code/i }));
    await waitFor(() => expect(counted()).toHaveLength(2));
    const [first, second] = counted() as { cart_id: string; items: number }[];
    expect(second).toMatchObject({ cart_id: first?.cart_id, items: 2 });
  });
});

// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToCart, cartStorageKey, serializeCart } from '@masomo/domain/cart';
import { renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../App.tsx';
import { addonRows, storeDatabase } from '../shared/__tests__/storeDatabase.ts';

// The first use of a panel transforms its code; on a busy machine that takes more than a second.
configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const [qr, android] = addonRows;
const card = (name: string) => screen.getByRole('article', { name });
const openStore = async (options: { path?: string; state?: unknown; database?: ReturnType<typeof storeDatabase> } = {}) => {
  const { path = '/store', state, database = storeDatabase() } = options;
  renderRoute(<App />, { path, state, db: database.db });
  await screen.findAllByRole('article');
};
const storeCart = (...items: { id: string; name: string; price: number }[]) => {
  window.localStorage.setItem(cartStorageKey, serializeCart(items.reduce<ReturnType<typeof addToCart>>(addToCart, [])));
};

beforeEach(() => {
  window.localStorage.clear();
});
afterEach(cleanup);

describe('the cart', () => {
  it('counts, changes and removes lines (S4.16, S4.17, S8.12)', async () => {
    await openStore();
    await user.click(within(card('QR Code Attendance')).getByRole('button', { name: /add to cart/i }));
    await user.click(within(card('QR Code Attendance')).getByRole('button', { name: /add to cart/i }));
    await user.click(within(card('Android App')).getByRole('button', { name: /add to cart/i }));
    await user.click(screen.getByRole('button', { name: /^Cart 3 items?$/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText('KES 11,997')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'One fewer QR Code Attendance' }));
    await user.click(panel.getByRole('button', { name: 'Remove Android App' }));
    expect(panel.getByText('Total').parentElement).toHaveTextContent('KES 3,999');
    await user.click(panel.getByRole('button', { name: 'One fewer QR Code Attendance' }));
    expect(panel.getByText('Your cart is empty')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Checkout' })).toBeNull();
  });

  it('shows price changes and dropped items until they are accepted', async () => {
    if (!qr || !android) throw new Error('fixtures');
    storeCart({ ...qr, price: 2999 }, { id: 'gone', name: 'Old Add-on', price: 100 });
    await openStore();
    await user.click(screen.getByRole('button', { name: /^Cart 1 items?$/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText('QR Code Attendance now costs KES 3,999 instead of KES 2,999.')).toBeVisible();
    expect(panel.getByText('Old Add-on is no longer on sale and was removed.')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Accept the new prices' }));
    expect(panel.queryByText('Your cart changed since you last saw it')).toBeNull();
  });

  it.each([
    ['saas', android, qr, 'Android App is for schools with their own server. Yours is hosted by us, so it was taken out.'],
    ['standalone', qr, android, 'QR Code Attendance is for schools that we host. Yours has its own server, so it was taken out.'],
  ] as const)('says what is not sold to a school of the version %s, and keeps the rest', async (version, other, own, sentence) => {
    if (!other || !own) throw new Error('fixtures');
    storeCart(other, own);
    const { db } = storeDatabase({
      'rpc/current_identity': () => ({
        body: [{ role: 'admin', school_id: 'h1', school_version: version, sold: [version], content_revision: 1 }],
      }),
      saved_carts: () => ({ body: [] }),
    });
    renderRoute(<App />, { path: '/store', session: signedInAs('admin', { schoolId: 'h1' }), db });
    await user.click(await screen.findByRole('button', { name: /^Cart 1 items?$/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText(sentence)).toBeVisible();
    expect(panel.getByRole('button', { name: `Remove ${own.name}` })).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'OK' }));
    expect(panel.queryByText(sentence)).toBeNull();
    expect(window.localStorage.getItem(cartStorageKey)).not.toContain(other.name);
    expect(window.localStorage.getItem(cartStorageKey)).toContain(own.name);
  });
});

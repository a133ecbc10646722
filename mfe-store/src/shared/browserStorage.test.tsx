// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToCart, cartStorageKey, serializeCart } from '@masomo/domain/cart';
import { clearPersonalStorage, personalStorage } from '@masomo/domain/personalStorage';
import { renderRoute } from '@masomo/testing';
import { App } from '../App.tsx';
import { addonRows, storeDatabase } from './__tests__/storeDatabase.ts';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const qr = addonRows[0] ?? { id: '', name: '', price: 0 };
const otherTab = (key: string, value: string | null) => {
  if (value === null) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
};

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('a second tab', () => {
  it('is sent from the checkout to the order that another tab placed', async () => {
    window.localStorage.setItem(cartStorageKey, serializeCart(addToCart([], qr)));
    const { sent, db } = storeDatabase();
    renderRoute(<App />, { path: '/store', db });
    await screen.findAllByRole('article');
    await user.click(screen.getByRole('button', { name: /^Cart 1 items?$/ }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Your cart' })).getByRole('button', { name: 'Checkout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Checkout' }));
    await dialog.findByLabelText(/^First name/);
    otherTab(personalStorage.openOrder, JSON.stringify({ orderNumber: 'ORD-2026-007', email: 'bursar@kilimani.test' }));
    otherTab(cartStorageKey, null);
    expect(await dialog.findByText('Already ordered')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'See order ORD-2026-007' })).toHaveAttribute('href', '/store/orders/ORD-2026-007');
    expect(sent.some(({ path }) => path === 'rpc/place_order')).toBe(false);
  });

  it('shows and hides an order awaiting payment', async () => {
    renderRoute(<App />, { path: '/store', db: storeDatabase().db });
    await screen.findAllByRole('article');
    otherTab(personalStorage.openOrder, JSON.stringify({ orderNumber: 'ORD-2026-007', email: 'bursar@kilimani.test' }));
    expect(await screen.findByText('Order ORD-2026-007 is awaiting payment')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide on this device' }));
    expect(screen.queryByText('Order ORD-2026-007 is awaiting payment')).toBeNull();
    expect(window.localStorage.getItem(personalStorage.openOrder)).toBeNull();
  });
});

describe('signing out', () => {
  it('clears all personal data and updates the screen', async () => {
    for (const key of Object.values(personalStorage))
      window.localStorage.setItem(
        key,
        key === cartStorageKey ? serializeCart(addToCart([], qr)) : '{"orderNumber":"ORD-2026-007","email":"a@b.test"}',
      );
    window.localStorage.setItem('theme', 'dark');
    renderRoute(<App />, { path: '/store', db: storeDatabase().db });
    expect(await screen.findByRole('button', { name: 'Cart 1 item' })).toBeVisible();
    clearPersonalStorage();
    expect(await screen.findByRole('button', { name: 'Cart 0 items' })).toBeVisible();
    for (const key of Object.values(personalStorage)) expect(window.localStorage.getItem(key)).toBeNull();
    expect(window.localStorage.getItem('theme')).toBe('dark');
  });
});

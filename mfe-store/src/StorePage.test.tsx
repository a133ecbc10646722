// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToCart, cartStorageKey, serializeCart } from '@masomo/domain/cart';
import { renderRoute } from '@masomo/testing';
import { App } from './App.tsx';
import { addonRows, storeDatabase } from './shared/__tests__/storeDatabase.ts';

// The first use of a panel transforms its code; on a busy machine that takes more than a second.
configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const [qr, android, meet] = addonRows;
const card = (name: string) => screen.getByRole('article', { name });
const cards = () => screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent);
const openStore = async (options: { path?: string; state?: unknown; database?: ReturnType<typeof storeDatabase> } = {}) => {
  const { path = '/store', state, database = storeDatabase() } = options;
  renderRoute(<App />, { path, state, db: database.db });
  await screen.findAllByRole('article');
};
const keep = (...items: { id: string; name: string; price: number }[]) => {
  window.localStorage.setItem(cartStorageKey, serializeCart(items.reduce<ReturnType<typeof addToCart>>(addToCart, [])));
};

beforeEach(() => {
  window.localStorage.clear();
});
afterEach(cleanup);

describe('the catalogue', () => {
  it('shows every add-on with its price and the first three features (S2.43)', async () => {
    await openStore();
    expect(cards()).toEqual(['QR Code Attendance', 'Android App', 'Google Meet Live Classes']);
    const first = within(card('QR Code Attendance'));
    expect(first.getByText('KES 3,999')).toBeVisible();
    expect(first.getAllByRole('listitem')).toHaveLength(3);
    await user.click(first.getByRole('button', { name: /\+2 more features/ }));
    expect(first.getAllByRole('listitem')).toHaveLength(5);
    expect(within(card('Android App')).queryByRole('button', { name: /more features/ })).toBeNull();
  });

  it.each([
    ['#saas', 'SaaS Add-ons', ['QR Code Attendance']],
    ['#standalone', 'Standalone Add-ons', ['Android App', 'Google Meet Live Classes']],
  ])('is narrowed by the hash %s (S2.41)', async (hash, button, names) => {
    await openStore({ path: `/store${hash}` });
    expect(cards()).toEqual(names);
    expect(screen.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'All Add-ons' }));
    expect(cards()).toHaveLength(3);
  });

  it('is searched, and says so when nothing matches (S8.11)', async () => {
    await openStore();
    await user.type(screen.getByRole('searchbox', { name: 'Search add-ons' }), 'GOOGLE');
    expect(cards()).toEqual(['Google Meet Live Classes']);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No add-ons found')).toBeVisible();
    expect(screen.getByText('Try adjusting your search terms or category filter.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all add-ons' }));
    expect(cards()).toHaveLength(3);
  });

  it('shows dollars on demand and remembers it (S3.25, S9.3)', async () => {
    await openStore();
    expect(screen.getByText('1 USD = 130.00 KES')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'USD' }));
    expect(within(card('QR Code Attendance')).getByText('$30.76')).toBeVisible();
    expect(window.localStorage.getItem('preferredCurrency')).toBe('USD');
    await user.click(screen.getByRole('radio', { name: 'KES' }));
  });

  it('says what failed and tries again', async () => {
    let works = false;
    const database = storeDatabase({ addons: () => (works ? { body: addonRows } : { status: 500, body: { message: 'down' } }) });
    renderRoute(<App />, { path: '/store', db: database.db });
    expect(await screen.findByText('The catalogue could not be loaded')).toBeVisible();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findAllByRole('article');
  });
});

describe('the cart', () => {
  it('counts, changes and loses lines (S4.16, S4.17, S8.12)', async () => {
    await openStore();
    await user.click(within(card('QR Code Attendance')).getByRole('button', { name: /add to cart/i }));
    await user.click(within(card('QR Code Attendance')).getByRole('button', { name: /add to cart/i }));
    await user.click(within(card('Android App')).getByRole('button', { name: /add to cart/i }));
    await user.click(screen.getByRole('button', { name: /^Cart 3 items?$/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText('KES 11,997')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'One less of QR Code Attendance' }));
    await user.click(panel.getByRole('button', { name: 'Remove Android App' }));
    expect(panel.getByText('Total').parentElement).toHaveTextContent('KES 3,999');
    await user.click(panel.getByRole('button', { name: 'One less of QR Code Attendance' }));
    expect(panel.getByText('Your cart is empty')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Checkout' })).toBeNull();
  });

  it('says what changed while it was kept, until that is accepted', async () => {
    if (!qr || !android) throw new Error('fixtures');
    keep({ ...qr, price: 2999 }, { id: 'gone', name: 'Old Add-on', price: 100 });
    await openStore();
    await user.click(screen.getByRole('button', { name: /^Cart 1 items?$/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText('QR Code Attendance now costs KES 3,999 instead of KES 2,999.')).toBeVisible();
    expect(panel.getByText('Old Add-on is no longer on sale and was left out.')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Accept the new prices' }));
    expect(panel.queryByText('Your cart changed since you last saw it')).toBeNull();
  });
});

describe('Buy Now', () => {
  it('puts the add-on into the cart once and says when the price differs (S2.27)', async () => {
    await openStore({ state: { name: 'Gmeet', price: 999, fromPricing: true } });
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText('Google Meet Live Classes costs KES 1,499 in the store')).toBeVisible();
    await waitFor(() =>
      expect(JSON.parse(window.localStorage.getItem(cartStorageKey) ?? '{}')).toMatchObject({
        lines: [{ addonId: meet?.id, quantity: 1 }],
      }),
    );
  });

  it('says when the store has no such add-on', async () => {
    await openStore({ state: { name: 'Payroll', price: 1, fromPricing: true } });
    expect(await screen.findByText('Payroll is not sold in the store')).toBeVisible();
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
  });
});

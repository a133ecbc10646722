// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addToCart, cartStorageKey, serializeCart } from '@masomo/domain/cart';
import type * as Timings from '@masomo/domain/timings';
import { renderRoute } from '@masomo/testing';
import { App } from '../App.tsx';
import { addonRows, placedRow, serviceRow, storeDatabase } from '../shared/__tests__/storeDatabase.ts';

vi.mock('@masomo/domain/timings', async (original) => {
  const { timings } = await original<typeof Timings>();
  return { timings: { ...timings, payMinimum: 50 } };
});

// The first use of a panel transforms its chunk, which takes more than a second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const qr = addonRows[0] ?? { id: '', name: '', price: 0 };
const dialog = () => within(screen.getByRole('dialog', { name: 'Checkout' }));
const hasStoredAttempt = () => window.localStorage.getItem('checkoutAttempt') !== null;

async function openCheckout(database = storeDatabase()) {
  window.localStorage.setItem(cartStorageKey, serializeCart(addToCart([], qr)));
  renderRoute(<App />, { path: '/store', db: database.db });
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: /^Cart 1 items?$/ }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Your cart' })).getByRole('button', { name: 'Checkout' }));
  await screen.findByRole('dialog', { name: 'Checkout' });
  return database;
}

async function fillDetails() {
  await user.type(await dialog().findByLabelText(/^First name/), 'Wanjiru');
  await user.type(dialog().getByLabelText(/^Last name/), 'Kamau');
  await user.type(dialog().getByLabelText(/^Email/), 'bursar@kilimani.test');
  await user.type(dialog().getByLabelText(/^Phone/), '0712345678');
  await user.type(dialog().getByLabelText(/^Institution/), 'Kilimani Primary');
  await user.click(dialog().getByRole('button', { name: 'Continue to payment' }));
  await dialog().findByRole('heading', { name: 'Check and pay' });
}
const pay = () => user.click(dialog().getByRole('button', { name: 'Pay Now' }));
const placed = (database: ReturnType<typeof storeDatabase>) =>
  database.sent.filter(({ path }) => path === 'rpc/place_order').map(({ body }) => body);

beforeEach(() => {
  window.localStorage.clear();
});
afterEach(cleanup);

describe('checkout details', () => {
  it('validates required fields and offers only the enabled methods (S3.13-S3.15, S5.9)', async () => {
    await openCheckout();
    await user.click(await dialog().findByRole('button', { name: 'Continue to payment' }));
    for (const message of [
      'Enter your first name',
      'Enter an email address like name@school.ac.ke',
      'Enter a phone number',
      'Enter your institution',
    ]) {
      expect(await dialog().findByText(message)).toBeVisible();
    }
    expect(dialog().getByLabelText(/^First name/)).toHaveFocus();
    expect(dialog().getByLabelText('Country')).toHaveValue('Kenya');
    expect(
      within(dialog().getByLabelText('Country'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other']);
    expect(dialog().getAllByRole('radio')).toHaveLength(1);
    expect(dialog().getByRole('radio', { name: /Bank Transfer/ })).toBeChecked();
  });

  it('offers the enabled and configured methods in order', async () => {
    await openCheckout(storeDatabase({ 'rpc/offered_payment_methods': () => ({ body: ['mpesa', 'card', 'bank'] }) }));
    await dialog().findByLabelText(/^First name/);
    expect(
      dialog()
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value')),
    ).toEqual(['mpesa', 'card', 'bank']);
    expect(dialog().getByRole('radio', { name: /M-Pesa/ })).toBeChecked();
  });

  it('explains when no payment method is enabled', async () => {
    await openCheckout(storeDatabase({ 'rpc/offered_payment_methods': () => ({ body: [] }) }));
    expect(await dialog().findByText('Orders are not taken online right now')).toBeVisible();
  });

  it('shows a placeholder while the payment methods are loading', async () => {
    await openCheckout(storeDatabase({ 'rpc/offered_payment_methods': () => new Promise(() => undefined) }));
    expect(dialog().getByLabelText('Loading checkout')).toHaveAttribute('aria-busy', 'true');
  });

  it('reports payment methods that could not be loaded and retries', async () => {
    let isUp = false;
    await openCheckout(storeDatabase({ 'rpc/offered_payment_methods': () => (isUp ? { body: ['bank'] } : { status: 500, body: {} }) }));
    expect(await dialog().findByText('The checkout could not be opened')).toBeVisible();
    isUp = true;
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await dialog().findByLabelText(/^First name/)).toBeVisible();
  });
});

describe('a KRA PIN', () => {
  it('is refused where it cannot be one, and sent as the authority writes it', async () => {
    const database = await openCheckout(storeDatabase({ 'rpc/place_order': () => ({ body: placedRow }) }));
    await fillDetails();
    await user.click(dialog().getByRole('button', { name: 'Back' }));
    await user.type(await dialog().findByLabelText('KRA PIN'), 'p05123');
    await user.click(dialog().getByRole('button', { name: 'Continue to payment' }));
    expect(await dialog().findByText(/A KRA PIN is a letter, nine digits and a letter/)).toBeVisible();
    await user.type(dialog().getByLabelText('KRA PIN'), '4567q ');
    await user.click(dialog().getByRole('button', { name: 'Continue to payment' }));
    await user.click(await dialog().findByRole('button', { name: 'Pay Now' }));
    expect(await dialog().findByRole('heading', { name: 'Order Successful!' })).toBeVisible();
    expect(placed(database)).toMatchObject([{ billing: { kraPin: 'P051234567Q' } }]);
    await user.click(dialog().getByRole('button', { name: 'Continue Shopping' }));
  });
});

describe('payment', () => {
  it('restores the details on Back (S4.19)', async () => {
    await openCheckout();
    await fillDetails();
    await user.click(dialog().getByRole('button', { name: 'Back' }));
    expect(await dialog().findByLabelText(/^First name/)).toHaveValue('Wanjiru');
  });

  it('abandons the checkout on close and keeps the cart (S4.19)', async () => {
    const database = await openCheckout();
    await fillDetails();
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Checkout' })).toBeNull());
    expect(placed(database)).toEqual([]);
    expect(window.localStorage.getItem(cartStorageKey)).not.toBeNull();
  });

  it('places one order at the displayed price and shows number and reference (S8.15, S4.20)', async () => {
    const response = Promise.withResolvers<{ body: unknown }>();
    const database = await openCheckout(storeDatabase({ 'rpc/place_order': () => response.promise }));
    await fillDetails();
    await user.dblClick(dialog().getByRole('button', { name: 'Pay Now' }));
    expect(dialog().getByRole('button', { name: 'Processing...' })).toBeDisabled();
    response.resolve({ body: placedRow });
    expect(await dialog().findByRole('heading', { name: 'Order Successful!' })).toBeVisible();
    expect(dialog().getByText('Thank you for your purchase. You will receive an email confirmation shortly.')).toBeVisible();
    expect(dialog().getByText('ORD-2026-007')).toBeVisible();
    expect(dialog().getByText('MS7K3QW9XZ')).toBeVisible();
    expect(dialog().getByText('0123456789')).toBeVisible();
    expect(dialog().queryByRole('link', { name: 'Go to the dashboard' })).toBeNull();
    expect(placed(database)).toEqual([
      expect.objectContaining({
        payment_method: 'bank',
        lines: [{ addon_id: qr.id, quantity: 1 }],
        expected_total: 3999,
        billing: expect.objectContaining({ firstName: 'Wanjiru', institution: 'Kilimani Primary', country: 'Kenya' }),
      }),
    ]);
    await user.click(dialog().getByRole('button', { name: 'Continue Shopping' }));
    expect(screen.queryByRole('dialog', { name: 'Checkout' })).toBeNull();
    // jsdom runs no animations: the panel may stay where its way out would begin.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your cart' })?.dataset['state'] ?? 'closed').toBe('closed'));
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
    expect(hasStoredAttempt()).toBe(false);
  });

  it('shows changed prices and asks for confirmation', async () => {
    let price = 3999;
    const refusal = {
      code: 'PT409',
      message: 'Prices changed: the order now costs KES 4,500. Check it and confirm again.',
      hint: 'order.price_changed',
      details: '4500',
    };
    const database = await openCheckout(
      storeDatabase({
        addons: () => ({ body: addonRows.map((row) => (row.id === qr.id ? { ...row, price } : row)) }),
        // The price changes while the first order is on its way.
        'rpc/place_order': ({ body }) => {
          price = 4500;
          return JSON.stringify(body).includes(`"expected_total":${price}`)
            ? { body: { ...placedRow, total_amount: price } }
            : { status: 409, body: refusal };
        },
      }),
    );
    await fillDetails();
    await pay();
    expect(await dialog().findByText('QR Code Attendance now costs KES 4,500 instead of KES 3,999.')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Pay Now' })).toBeDisabled();
    await user.click(dialog().getByRole('button', { name: 'Accept the new prices' }));
    await pay();
    expect(await dialog().findByRole('heading', { name: 'Order Successful!' })).toBeVisible();
    expect(placed(database)).toHaveLength(2);
  });

  it('orders a service beside add-ons, each with its kind', async () => {
    window.localStorage.setItem(cartStorageKey, serializeCart(addToCart([], qr)));
    const { db, sent } = storeDatabase();
    renderRoute(<App />, { path: '/store', db });
    await user.click(await screen.findByRole('button', { name: /Add to cart\s*: Onboarding SaaS/ }));
    await user.click(screen.getByRole('button', { name: 'Cart 2 items' }));
    const cart = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(cart.getByText('Onboarding SaaS')).toBeVisible();
    await user.click(cart.getByRole('button', { name: 'Checkout' }));
    await fillDetails();
    await pay();
    await dialog().findByRole('heading', { name: 'Order Successful!' });
    expect(sent.find(({ path }) => path === 'rpc/place_order')?.body).toMatchObject({
      lines: [
        { addon_id: qr.id, quantity: 1 },
        { service_id: serviceRow.id, quantity: 1 },
      ],
      expected_total: 8998,
    });
  });

  it('retries a lost request with the same idempotency key after a reload', async () => {
    let isUp = false;
    const database = storeDatabase({ 'rpc/place_order': () => (isUp ? { body: placedRow } : { status: 500, body: {} }) });
    await openCheckout(database);
    await fillDetails();
    await pay();
    expect(await dialog().findByText('We got no answer')).toBeVisible();
    expect(hasStoredAttempt()).toBe(true);
    cleanup();
    isUp = true;
    renderRoute(<App />, { path: '/store', db: database.db });
    await user.click(await screen.findByRole('button', { name: 'Check the order' }));
    await user.click(await screen.findByRole('button', { name: 'Finish my order' }));
    expect(await screen.findByText('ORD-2026-007')).toBeVisible();
    const [first, second] = placed(database);
    expect(second).toEqual(first);
    expect(hasStoredAttempt()).toBe(false);
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
  });
});

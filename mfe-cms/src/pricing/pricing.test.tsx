// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, test } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';
import { priceChangeLabel } from './priceChangeLabel.ts';

const user = userEvent.setup();
afterEach(cleanup);

const entry = {
  kind: 'addon',
  id: 'a',
  name: 'Two-factor sign-in',
  category: 'saas',
  unit: 'per term',
  price: 2999,
  pricing_price: 2499,
  features_price: 2999,
  disagrees: true,
  is_active: true,
  in_store: true,
  change_id: null,
  new_price: null,
  effective_on: null,
  total: 1,
};

const service = {
  ...entry,
  kind: 'service',
  id: 's',
  name: 'Onboarding',
  pricing_price: null,
  features_price: null,
  disagrees: false,
  in_store: false,
};

function open(refusal?: { message: string; hint: string; details: string }) {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/list_price_book') return { body: [entry, service] };
    if (path === 'rpc/align_addon_prices') return { body: { id: 'a' } };
    if (path === 'services') return { body: { id: 's' } };
    if (path === 'settings') return { body: { value: { priceNoticeDays: 30 } } };
    if (path === 'rpc/schedule_price_change') return refusal ? { status: 400, body: { code: 'P0001', ...refusal } } : { body: { id: 'x' } };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/pricing?tab=prices', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the pricing screen', () => {
  it('shows prices that differ between page and store, and aligns them', async () => {
    const { sent } = open();
    expect(await screen.findByText('Differs')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Align the prices of Two-factor sign-in' }));
    expect(await screen.findByText('All pages now show the store price')).toBeInTheDocument();
    expect(sent.find(({ path }) => path === 'rpc/align_addon_prices')?.body).toEqual({ addon_id: 'a' });
  });

  it('puts a service into the store after a question', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Sell in store: Onboarding' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Sell Onboarding in the store?' }));
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false);
    await user.click(question.getByRole('button', { name: 'Sell in store' }));
    expect(await screen.findByText('Onboarding is sold in the store now')).toBeInTheDocument();
    expect(sent.find(({ method, path }) => method === 'PATCH' && path === 'services')?.body).toEqual({ in_store: true });
    expect(screen.queryByRole('button', { name: /Two-factor sign-in (in|out of) the store/ })).toBeNull();
  });

  it('shows how a new price differs, and why the database refused it', async () => {
    open({ message: 'Prices change with 30 days notice: 2026-12-21 or later.', hint: 'price.too_soon', details: 'effective_on' });
    await user.click(await screen.findByRole('button', { name: 'Plan change: Two-factor sign-in' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/New price/), '3299');
    expect(dialog.getByText('KES 300 more (+10.0%)')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/From/), '2026-11-30');
    await user.click(dialog.getByRole('button', { name: 'Announce change' }));
    expect(await dialog.findByText('Prices change with 30 days notice: 2026-12-21 or later.')).toBeInTheDocument();
  });
});

test.each([
  [1000, 1125, 'KES 125 more (+12.5%)'],
  [1000, 900, 'KES 100 less (−10.0%)'],
  [0, 500, 'KES 500 more'],
  [500, 500, 'The price stays as it is.'],
])('from %i to %i', (from, to, words) => {
  expect(priceChangeLabel(from, to)).toBe(words);
});

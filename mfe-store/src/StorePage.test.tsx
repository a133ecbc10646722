// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartStorageKey } from '@masomo/domain/cart';
import { renderRoute, signedInAs } from '@masomo/testing';
import { App } from './App.tsx';
import { addonRows, storeDatabase } from './shared/__tests__/storeDatabase.ts';

// The first use of a panel transforms its code; on a busy machine that takes more than a second.
configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const meet = addonRows[2];
const card = (name: string) => screen.getByRole('article', { name });
const cards = () => screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent);
const openStore = async (options: { path?: string; state?: unknown; database?: ReturnType<typeof storeDatabase> } = {}) => {
  const { path = '/store', state, database = storeDatabase() } = options;
  renderRoute(<App />, { path, state, db: database.db });
  await screen.findAllByRole('article');
};

function openAtSchool(version: string, sold: readonly string[], options: { path?: string; state?: unknown }) {
  const { db } = storeDatabase({
    'rpc/current_identity': () => ({ body: [{ role: 'admin', school_id: 'h1', school_version: version, sold, content_revision: 1 }] }),
    saved_carts: () => ({ body: [] }),
  });
  renderRoute(<App />, { path: '/store', ...options, session: signedInAs('admin', { schoolId: 'h1' }), db });
}

beforeEach(() => {
  window.localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the catalogue', () => {
  it('shows every add-on with its price and the first three features (S2.43)', async () => {
    await openStore();
    expect(cards()).toEqual(['QR Code Attendance', 'Android App', 'Google Meet Live Classes']);
    const first = within(card('QR Code Attendance'));
    expect(first.getByText('KES 3,999')).toBeVisible();
    expect(first.getByText('Sold to schools that we host.')).toBeVisible();
    expect(within(card('Android App')).getByText('Sold to schools with their own server.')).toBeVisible();
    expect(first.getAllByRole('listitem')).toHaveLength(3);
    await user.click(first.getByRole('button', { name: /\+2 more features/ }));
    expect(first.getAllByRole('listitem')).toHaveLength(5);
    expect(within(card('Android App')).queryByRole('button', { name: /more features/ })).toBeNull();
  });

  it('shows a picture of what an add-on does, if the product has it, in the theme of the page and without holding the page up', async () => {
    vi.stubGlobal('ADDON_PICTURES', ['google-meet-dark', 'google-meet-light']);
    await openStore();
    const pictures = (name: string) => within(card(name)).queryAllByRole('img', { hidden: true });
    expect(pictures('Google Meet Live Classes').map((picture) => picture.getAttribute('src'))).toEqual([
      '/pictures/google-meet-light.webp',
      '/pictures/google-meet-dark.webp',
    ]);
    for (const picture of pictures('Google Meet Live Classes')) {
      expect(picture).toHaveAccessibleName('Google Meet Live Classes for schools');
      for (const [name, value] of Object.entries({ width: '640', height: '360' })) expect(picture).toHaveAttribute(name, value);
    }
    // Of the two a browser loads the one that is shown.
    expect(pictures('Google Meet Live Classes').map((picture) => picture.getAttribute('loading'))).toEqual(['lazy', 'lazy']);
    expect(pictures('Android App')).toEqual([]);
  });

  it('shows no picture that this build does not have', async () => {
    vi.stubGlobal('ADDON_PICTURES', ['zoom-dark', 'zoom-light']);
    await openStore();
    expect(within(card('Google Meet Live Classes')).queryAllByRole('img', { hidden: true })).toEqual([]);
  });

  it.each([
    ['#saas', 'SaaS Add-ons', ['QR Code Attendance']],
    ['#standalone', 'Standalone Add-ons', ['Android App', 'Google Meet Live Classes']],
  ])('is filtered by the hash %s (S2.41)', async (hash, button, names) => {
    await openStore({ path: `/store${hash}` });
    expect(cards()).toEqual(names);
    expect(screen.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'All Add-ons' }));
    expect(cards()).toHaveLength(3);
  });

  it.each([
    [
      'saas',
      ['saas'],
      ['QR Code Attendance'],
      'Your school is hosted by us, so you see what is sold to schools that we host and what yours has already.',
      1,
    ],
    [
      'saas',
      ['saas', 'addon:google-meet'],
      ['QR Code Attendance', 'Google Meet Live Classes'],
      'Your school is hosted by us, so you see what is sold to schools that we host and what yours has already.',
      1,
    ],
    [
      'standalone',
      ['standalone'],
      ['Android App', 'Google Meet Live Classes'],
      'Your school has its own server, so you see what is sold to schools with their own server and what yours has already.',
      0,
    ],
  ] as const)('offers a school of the version %s with %j what it can use', async (version, sold, names, line, offers) => {
    openAtSchool(version, sold, { path: '/store#standalone' });
    expect(await screen.findByText(line)).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Category' })).toBeNull();
    await waitFor(() => expect(cards()).toEqual(names));
    expect(screen.queryAllByText('Onboarding SaaS')).toHaveLength(offers);
  });

  it('is searched and explains an empty result (S8.11)', async () => {
    await openStore();
    await user.type(screen.getByRole('searchbox', { name: 'Search add-ons' }), 'GOOGLE');
    expect(cards()).toEqual(['Google Meet Live Classes']);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No add-ons found')).toBeVisible();
    expect(screen.getByText('Try adjusting your search terms or category filter.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all add-ons' }));
    expect(cards()).toHaveLength(3);
  });

  it('shows dollars on request and stores the choice (S3.25, S9.3)', async () => {
    await openStore();
    expect(screen.getByText('1 USD = 130.00 KES')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'USD' }));
    expect(within(card('QR Code Attendance')).getByText('$30.76')).toBeVisible();
    expect(window.localStorage.getItem('preferredCurrency')).toBe('USD');
    await user.click(screen.getByRole('radio', { name: 'KES' }));
  });

  it('reports a failed load and retries', async () => {
    let works = false;
    const database = storeDatabase({ addons: () => (works ? { body: addonRows } : { status: 500, body: { message: 'down' } }) });
    renderRoute(<App />, { path: '/store', db: database.db });
    expect(await screen.findByText('The catalogue could not be loaded')).toBeVisible();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findAllByRole('article');
  });

  it('shows placeholders while loading', async () => {
    const database = storeDatabase({ addons: () => new Promise(() => undefined) });
    renderRoute(<App />, { path: '/store', db: database.db });
    expect(await screen.findByLabelText('Loading add-ons')).toHaveAttribute('aria-busy', 'true');
  });
});

describe('Buy Now', () => {
  it('adds the add-on once and shows a different price (S2.27)', async () => {
    await openStore({ state: { name: 'Gmeet', price: 999, fromPricing: true } });
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(panel.getByText('Google Meet Live Classes costs KES 1,499 in the store')).toBeVisible();
    await waitFor(() =>
      expect(JSON.parse(window.localStorage.getItem(cartStorageKey) ?? '{}')).toMatchObject({
        lines: [{ addonId: meet?.id, quantity: 1 }],
      }),
    );
  });

  it('reports an add-on that the store does not sell', async () => {
    await openStore({ state: { name: 'Payroll', price: 1, fromPricing: true } });
    expect(await screen.findByText('Payroll is not sold in the store')).toBeVisible();
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
  });

  it('says to a school that an add-on is not sold to it', async () => {
    openAtSchool('saas', ['saas'], { state: { name: 'Payroll', price: 1, fromPricing: true } });
    expect(await screen.findByText('Payroll is not sold to your school')).toBeVisible();
    expect(window.localStorage.getItem(cartStorageKey)).toBeNull();
  });
});

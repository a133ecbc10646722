// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../shared/__tests__/openStoreManager.tsx';
import { App } from '../App.tsx';

afterEach(cleanup);
const licence = (name: string, more: object = {}) => ({
  id: `id of ${name}`,
  name,
  licence_key: `KEY-${name.length}`,
  quantity: 1,
  valid_from: '2026-11-21',
  valid_until: '2027-11-21',
  revoked_at: null,
  orders: { id: 'o1', order_number: 'ORD-2026-041', institution: 'Greenfield Academy' },
  ...more,
});
const open = (rows: object[], role: 'admin' | 'super_admin' = 'admin') => {
  const { db, sent } = fakeDb(({ path }) => (path === 'licences' ? { body: rows, total: rows.length } : { body: [] }));
  renderRoute(<App />, { path: '/dashboard/store/licences', db, session: signedInAs(role) });
  return sent;
};

it("lists a school's licences with key, validity and order; a withdrawn one has no key to download", async () => {
  open([licence('Android App', { quantity: 3 }), licence('Quick Fees', { valid_until: null, revoked_at: '2026-11-21T09:00:00Z' })]);
  const row = within(await screen.findByRole('row', { name: /Android App/ }));
  expect(row.getByText('3 schools or campuses')).toBeTruthy();
  expect(row.getByText('21 Nov 2026 to 21 Nov 2027')).toBeTruthy();
  expect(row.getByRole('link', { name: 'ORD-2026-041' }).getAttribute('href')).toBe('/dashboard/store/orders?order=o1');
  expect(screen.getByRole('button', { name: 'Download key of Android App' })).toBeTruthy();
  expect(screen.getByText('Withdrawn')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download key of Quick Fees' })).toBeNull();
});

it('says of each licence whether it can be used today', async () => {
  open([
    licence('Quick Fees', { valid_from: '2026-01-01', valid_until: null }),
    licence('Android App', { valid_from: '2024-01-01', valid_until: '2025-01-01' }),
    licence('Thermal Print', { valid_from: '2999-01-01', valid_until: null }),
  ]);
  for (const [name, state] of [
    ['Quick Fees', 'Active'],
    ['Android App', 'Expired'],
    ['Thermal Print', 'Starts later'],
  ])
    expect(within(await screen.findByRole('row', { name: new RegExp(`${name}`) })).getByText(`${state}`)).toBeTruthy();
});

it('searches names and keys on the server and explains an empty list', async () => {
  const sent = open([]);
  expect(await screen.findByText('No licences yet')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search licences' }), 'app');
  expect(await screen.findByText('No licences found')).toBeTruthy();
  expect(sent.findLast(({ path }) => path === 'licences')?.query.get('search_text')).toBe('like.%app%');
});

it('shows a busy table while loading', async () => {
  openStoreManager('/dashboard/store/licences', { licences: pending }, 'admin');
  expect((await screen.findByRole('table', { name: 'Licences' })).getAttribute('aria-busy')).toBe('true');
});

it('reports licences that could not be loaded and offers a retry', async () => {
  openStoreManager('/dashboard/store/licences', { licences: unavailable }, 'admin');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

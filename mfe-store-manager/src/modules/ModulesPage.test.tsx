// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../App.tsx';

afterEach(cleanup);

const modules = [{ key: 'hostel', name: 'Hostel', category: 'admin', versions: ['saas'] }];
const points = [
  { id: 'p1', module: 'hostel', text: 'Houses and beds', is_ready: false },
  { id: 'p2', module: 'hostel', text: 'Boarding lists', is_ready: true },
];

it('switches a point of a module, and says how much of it is ready', async () => {
  const { db, sent } = fakeDb(({ path, method }) => {
    if (path === 'modules') return { body: modules };
    if (path === 'module_points') return { body: method === 'PATCH' ? { id: 'p1' } : points };
    throw new Error(`Unexpected request: ${path}`);
  });
  renderRoute(<App />, { path: '/dashboard/store/modules', session: signedInAs('super_admin'), db });
  const hostel = within(await screen.findByRole('region', { name: 'Hostel' }, { timeout: 15_000 }));
  expect(hostel.getByText('1 of 2 ready')).toBeInTheDocument();
  expect(hostel.getByRole('switch', { name: 'Boarding lists' })).toBeChecked();
  await userEvent.click(hostel.getByRole('switch', { name: 'Houses and beds' }));
  await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_ready: true }));
});

it('offers a retry when they could not be loaded', async () => {
  renderRoute(<App />, {
    path: '/dashboard/store/modules',
    session: signedInAs('super_admin'),
    db: fakeDb(() => ({ status: 500, body: {} })).db,
  });
  expect(await screen.findByRole('button', { name: /again/i }, { timeout: 15_000 })).toBeInTheDocument();
});

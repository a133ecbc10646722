// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearPersonalStorage } from '@masomo/domain/personalStorage';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { CommandMenuButton } from './CommandMenuButton.tsx';

beforeAll(() => import('./CommandMenu.tsx').then(() => undefined));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const found: Record<string, object[]> = {
  'rpc/find_people': [{ kind: 'student', id: 's1', name: 'Brian Njeri', detail: 'GA/1041 · Form 1 East' }],
  'rpc/list_orders': [
    { id: 'o1', order_number: 'ORD-2026-007', customer_name: 'Jane Wafula', institution: 'Uhuru Primary', status: 'pending' },
  ],
  'rpc/search_cms': [{ kind: 'page', id: 'p1', title: 'Terms', detail: '/terms' }],
  fee_invoice_list: [
    {
      id: 'i1',
      student_id: 's1',
      first_name: 'Brian',
      last_name: 'Njeri',
      invoice_number: 'INV-0042',
      term: 'Term 3',
      issued_on: '2026-09-01',
      due_on: null,
      amount: 100,
      balance: 0,
      admission_number: 'GA/1041',
      class_name: '',
    },
  ],
};

function open(
  role: Role,
  respond: (path: string) => FakeResponse = (path) => ({ body: found[path] ?? [], total: found[path]?.length ?? 0 }),
) {
  registryStore.set(productRegistry());
  const session = signedInAs(role);
  const database = fakeDb(({ path }) => respond(path));
  return { ...database, ...renderRoute(<CommandMenuButton user={session.user!} />, { path: '/dashboard', session, db: database.db }) };
}

async function search(text: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Search screens, people and records' }));
  if (text) await userEvent.type(dialog.getByRole('combobox'), text);
  return dialog;
}
const paths = (sent: { path: string }[]) => [...new Set(sent.map(({ path }) => path))].toSorted();

describe('what it asks for', () => {
  it('is people, orders and pages for a super admin', async () => {
    const { sent, address } = open('super_admin');
    const dialog = await search('terms');
    await userEvent.click(await dialog.findByRole('option', { name: /^Terms/ }));
    await waitFor(() => expect(address()).toBe('/dashboard/cms/pages/p1/edit'));
    expect(paths(sent)).toEqual(['rpc/find_people', 'rpc/list_orders', 'rpc/search_cms']);
  });

  it('is people, invoices and own orders for an administrator', async () => {
    const { sent, address } = open('admin');
    const dialog = await search('INV-0042');
    await dialog.findByRole('option', { name: /ORD-2026-007/ });
    await userEvent.click(await dialog.findByRole('option', { name: /INV-0042/ }));
    await waitFor(() => expect(address()).toBe('/dashboard/finances/s1'));
    expect(paths(sent)).toEqual(['fee_invoice_list', 'rpc/find_people', 'rpc/list_orders']);
  });
});

it('finds the screens of areas by keyboard, with the name of the area', async () => {
  const { address } = open('super_admin', () => ({ body: [], total: 0 }));
  const dialog = await search('cms pages');
  expect((await dialog.findByRole('option')).textContent).toBe('Pages CMS');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/dashboard/cms/pages'));
});

it('shows what was opened last first, until the person signs out', async () => {
  open('teacher');
  const dialog = await search('brian');
  await userEvent.click(await dialog.findByRole('option', { name: /Brian Njeri/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await search('');
  expect((await again.findAllByRole('option'))[0]?.textContent).toContain('Brian Njeri');
  await userEvent.keyboard('{Escape}');
  clearPersonalStorage();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await search('')).queryByRole('option', { name: /Brian/ })).toBeNull();
});

it('says that nothing was found, and what could not be searched', async () => {
  let isBroken = false;
  open('teacher', () => (isBroken ? { status: 503, body: { message: 'down' } } : { body: [] }));
  const dialog = await search('zzzz');
  expect(await dialog.findByText('No results. Try other words.')).toBeDefined();
  isBroken = true;
  await userEvent.type(dialog.getByRole('combobox'), 'z');
  expect((await dialog.findByRole('alert')).textContent).toContain('Some of it could not be searched.');
  isBroken = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
});

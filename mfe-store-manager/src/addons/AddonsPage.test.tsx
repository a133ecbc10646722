// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../shared/__tests__/openStoreManager.tsx';
import { App } from '../App.tsx';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(cleanup);

const addons = ['Quick Fees', 'Android App', 'Behaviour Records'].map((name, index) => ({
  id: `id-${index}`,
  name,
  description: `What ${name} does`,
  price: 2_999,
  category: 'saas',
  bullets: ['One'],
  is_active: true,
  is_popular: index === 0,
  is_ready: index !== 1,
  feature: index === 0 ? 'addon:quick-fees' : null,
  updated_at: '2026-11-20T09:00:00Z',
  translations: {},
  needs_translation: ['sw'],
}));

function open(path = '/dashboard/store/addons') {
  const database = fakeDb(({ path: requested, method, query }) => {
    if (requested === 'rpc/move_addon') return { status: 204, body: null };
    if (requested === 'rpc/addon_figures')
      return { body: [{ feature: 'addon:quick-fees', name: 'Quick Fees', held_by: 12, used_by: 8, failures: 3 }] };
    if (requested !== 'addons') throw new Error(`Unexpected request: ${requested}`);
    if (method === 'PATCH') return { body: query.has('updated_at') ? [] : { id: 'id-0' } };
    if (method === 'POST') return { status: 201, body: { id: 'id-9' } };
    if (query.get('select') === 'position') return { body: [{ position: 14 }] };
    const rows = query.has('category') ? addons.slice(0, 1) : addons;
    return { body: rows, total: rows.length };
  });
  renderRoute(<App />, { path, session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the add-ons of the store', () => {
  it('move by one position, and only in the unfiltered list', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Move Android App up' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/move_addon')?.body).toEqual({ addon_id: 'id-1', up: true }));
    expect(screen.getByRole('button', { name: 'Move Quick Fees up' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Move Behaviour Records down' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Category'), 'saas');
    await waitFor(() => expect(screen.queryByText('Android App')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Move Quick Fees down' })).toBeDisabled();
  });

  it('say how many schools have them and use them, and what fails', async () => {
    open();
    expect(await screen.findByText('12 schools have it')).toBeInTheDocument();
    expect(screen.getByText('8 used it this month')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '3 failures in 14 days' })).toHaveAttribute('href', '/dashboard/releases');
  });

  it('go on sale when they are ready', async () => {
    const { sent } = open();
    const onSale = await screen.findByRole('switch', { name: 'Android App is on sale' });
    expect(onSale).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Quick Fees is on sale' })).toBeChecked();
    await user.click(onSale);
    await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_ready: true }));
  });

  it('are marked as popular, taken out of the store, and deleted after a question', async () => {
    const { sent } = open();
    const change = () => sent.findLast(({ method }) => method === 'PATCH')?.body;
    await user.click(await screen.findByRole('switch', { name: 'Android App is popular' }));
    await waitFor(() => expect(change()).toEqual({ is_popular: true }));
    await user.click(screen.getByRole('switch', { name: 'Android App is active' }));
    await waitFor(() => expect(change()).toEqual({ is_active: false }));
    await user.click(screen.getByRole('button', { name: 'Delete Android App' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'DELETE')?.query.get('id')).toBe('eq.id-1'));
  });

  it('are created after the others, at whole shillings only', async () => {
    const { sent } = open('/dashboard/store/addons/new');
    const dialog = await screen.findByRole('dialog', { name: 'New add-on' });
    await user.type(within(dialog).getByLabelText(/^Name/), 'Library Cards');
    await user.type(within(dialog).getByLabelText(/^Description/), 'Prints them');
    await user.type(within(dialog).getByLabelText(/^Price/), '1499.50');
    await user.click(within(dialog).getByRole('button', { name: 'Create add-on' }));
    expect(await within(dialog).findByText('Enter the price as a whole number')).toBeInTheDocument();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await user.clear(within(dialog).getByLabelText(/^Price/));
    await user.type(within(dialog).getByLabelText(/^Price/), '1499');
    await user.selectOptions(within(dialog).getByLabelText(/^Switches on/), 'Quick Fees');
    await user.click(within(dialog).getByRole('button', { name: 'Create add-on' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Library Cards',
      price: 1499,
      position: 15,
      feature: 'addon:quick-fees',
    });
  });

  it('keep the input when another user saved first', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'Edit Quick Fees' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Quick Fees' });
    const name = within(dialog).getByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Quicker Fees');
    await user.click(within(dialog).getByRole('button', { name: 'Save add-on' }));
    expect(await within(dialog).findByText(/Somebody else changed this add-on/)).toBeInTheDocument();
    expect(name).toHaveValue('Quicker Fees');
  });

  it('show a busy table while loading', async () => {
    openStoreManager('/dashboard/store/addons', { addons: pending });
    expect(await screen.findByRole('table', { name: 'Add-ons' })).toHaveAttribute('aria-busy', 'true');
  });

  it('report that they could not be loaded and offer a retry', async () => {
    openStoreManager('/dashboard/store/addons', { addons: unavailable });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('invite to create the first one', async () => {
    openStoreManager('/dashboard/store/addons', { addons: { body: [], total: 0 } });
    expect(await screen.findByText('Create the first add-on to sell it in the store.')).toBeInTheDocument();
  });

  it('are not managed by buyers, who land on their dashboard', async () => {
    openStoreManager(
      '/dashboard/store/addons',
      { 'rpc/order_summary': pending, 'rpc/list_orders': pending, 'rpc/count_orders': pending },
      'admin',
    );
    expect(await screen.findByText('Your orders at a glance.')).toBeInTheDocument();
  });
});

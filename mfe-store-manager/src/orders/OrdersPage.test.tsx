// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toaster } from '@masomo/design-system/overlays';
import { orderStatuses, orderStatusColour, orderStatusLabels } from '@masomo/domain/orders';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../shared/__tests__/openStoreManager.tsx';
import { App } from '../App.tsx';

// The first use of a screen transforms its chunk, which takes more than a second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const rows = orderStatuses.map((status, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  order_number: `ORD-2026-00${index}`,
  customer_name: 'Wanjiru Kamau',
  customer_email: 'bursar@kilimani.test',
  institution: 'Kilimani Primary',
  total_amount: 6998,
  status,
  payment_method: 'mpesa',
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  paid_at: null,
  order_items: [{ addon_name: 'QR Code Attendance', quantity: 1, price: 3999, category: 'saas', position: 0 }],
}));
const totals = { total_orders: 4, total_revenue: 27992, paid_revenue: 6998, completed_orders: 1, pending_orders: 1 };

function openOrders(found: typeof rows, role: Role = 'super_admin', counted = found.length) {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/list_orders') return { body: found };
    if (path === 'rpc/count_orders') return { body: counted };
    if (path === 'rpc/order_summary') return { body: totals };
    if (path === 'rpc/set_order_statuses')
      return {
        body: [
          { order_id: rows[0]?.id, order_number: 'ORD-2026-000', is_changed: true, refusal: null },
          { order_id: rows[1]?.id, order_number: 'ORD-2026-001', is_changed: false, refusal: 'Order ORD-2026-001 is completed.' },
        ],
      };
    if (path === 'rpc/complete_paid_order') return { body: { ...rows[0], status: 'completed' } };
    if (path === 'rpc/set_order_status') return { body: { ...rows[0], status: 'processing', updated_at: '2026-11-20T09:05:00Z' } };
    throw new Error(`Unexpected request: ${path}`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/store/orders', session: signedInAs(role), db: database.db });
  return database;
}

afterEach(() => {
  // What one test was told would hold up what the next one waits for.
  toaster.remove();
  cleanup();
});

describe('bulk status changes', () => {
  it('confirm a locking status and report refusals', async () => {
    const { sent } = openOrders(rows);
    await user.click(await screen.findByRole('checkbox', { name: 'Select ORD-2026-000' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select ORD-2026-001' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of the selected orders' }), 'cancelled');
    await user.click(screen.getByRole('button', { name: 'Set status' }));
    expect(await screen.findByText('Set 2 orders to cancelled?')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Set to cancelled' }));
    expect(await screen.findByText('1 of 2 orders set to cancelled')).toBeInTheDocument();
    expect(screen.getByText('Order ORD-2026-001 is completed.')).toBeInTheDocument();
    expect(sent.find(({ path }) => path === 'rpc/set_order_statuses')?.body).toEqual({
      order_ids: [rows[0]?.id, rows[1]?.id],
      status: 'cancelled',
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Set status' })).not.toBeInTheDocument());
  });

  it('are not offered to buyers', async () => {
    openOrders(rows, 'admin');
    expect(await screen.findByText('ORD-2026-000')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

describe('the orders screen', () => {
  it('explains an empty list and a search without matches', async () => {
    openOrders([]);
    expect(await screen.findByText('Orders will appear here when customers make purchases.')).toBeInTheDocument();
    expect(screen.getByText('No orders found')).toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Search orders...'), 'x');
    expect(await screen.findByText('Try adjusting your search or filter criteria.')).toBeInTheDocument();
  });

  it('logs orders that could not be read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { db } = fakeDb(({ path }) => (path === 'rpc/order_summary' ? { body: totals } : { status: 500, body: {} }));
    renderRoute(withToaster(<App />), { path: '/dashboard/store/orders', session: signedInAs('super_admin'), db });
    await waitFor(() => expect(log).toHaveBeenCalledWith('The orders could not be read', expect.anything()));
    log.mockRestore();
  });

  it('says when a search matches more orders than are listed', async () => {
    openOrders(rows, 'super_admin', 200);
    expect(await screen.findByText('ORD-2026-000')).toBeInTheDocument();
    expect(screen.queryByText(/newest 200 matching orders/)).not.toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Search orders...'), 'wan');
    expect(await screen.findByText(/newest 200 matching orders/)).toBeInTheDocument();
  });

  it('offers a status change on pending rows, sends it immediately and can undo it', async () => {
    const { sent } = openOrders(rows);
    const choices = await screen.findAllByRole('combobox', { name: /^Status of ORD-/ });
    expect(choices).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status of ORD-2026-000' }), 'processing');
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_order_status')?.body).toEqual({
        order_id: rows[0]?.id,
        status: 'processing',
        seen: '2026-11-20T09:00:00Z',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent.findLast(({ path }) => path === 'rpc/set_order_status')?.body).toEqual({
        order_id: rows[0]?.id,
        status: 'pending',
        seen: '2026-11-20T09:05:00Z',
      }),
    );
  });

  it('asks how an unpaid order was paid before a row completes it', async () => {
    const { sent } = openOrders(rows);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of ORD-2026-000' }), 'completed');
    const dialog = within(await screen.findByRole('dialog', { name: 'How was ORD-2026-000 paid?' }));
    await user.click(dialog.getByRole('button', { name: 'Record payment and complete' }));
    expect(await dialog.findByText('Enter the receipt or bank reference')).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Paid by'), 'bank');
    await user.type(dialog.getByLabelText(/^Receipt or bank reference/), 'FT-77');
    await user.click(dialog.getByRole('button', { name: 'Record payment and complete' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/complete_paid_order')?.body).toEqual({
        order_id: rows[0]?.id,
        method: 'bank',
        reference: 'FT-77',
        seen: '2026-11-20T09:00:00Z',
      }),
    );
    expect(await screen.findByText('ORD-2026-000 is completed')).toBeInTheDocument();
    expect(sent.some(({ path }) => path === 'rpc/set_order_status')).toBe(false);
  });

  it('asks before a row cancels an order, and keeps it when the answer is no', async () => {
    const { sent } = openOrders(rows);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of ORD-2026-000' }), 'cancelled');
    await screen.findByText('Set ORD-2026-000 to cancelled?');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Set ORD-2026-000 to cancelled?')).not.toBeInTheDocument());
    expect(sent.some(({ path }) => path === 'rpc/set_order_status')).toBe(false);
  });

  it('is read-only for other roles', async () => {
    openOrders(rows, 'teacher');
    expect(await screen.findByText('ORD-2026-000')).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: /^Status of ORD-/ })).not.toBeInTheDocument();
  });

  it('names every status as its buyer reads it', async () => {
    openOrders(rows);
    for (const { order_number: number, status } of rows) {
      const row = within((await screen.findByText(number)).closest('tr') as HTMLElement);
      expect(row.getAllByText(orderStatusLabels[status]).length, number).toBeGreaterThan(0);
      expect(row.queryByText(status, { exact: true }), 'the name in the database').toBeNull();
    }
  });

  it('colours every status as specified', () => {
    expect(['completed', 'processing', 'pending', 'cancelled', 'unheard of'].map(orderStatusColour)).toEqual([
      'green',
      'blue',
      'yellow',
      'red',
      'gray',
    ]);
  });

  it('shows a busy table while loading', async () => {
    openStoreManager('/dashboard/store/orders', { 'rpc/list_orders': pending, 'rpc/count_orders': pending, 'rpc/order_summary': pending });
    expect(await screen.findByRole('table', { name: 'Orders' })).toHaveAttribute('aria-busy', 'true');
  });

  it('reports and logs orders that could not be loaded and offers a retry', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openStoreManager('/dashboard/store/orders', {
      'rpc/list_orders': unavailable,
      'rpc/count_orders': unavailable,
      'rpc/order_summary': unavailable,
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(logged).toHaveBeenCalledWith('The orders could not be read', expect.any(Error));
    logged.mockRestore();
  });
});

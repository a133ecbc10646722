// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toaster } from '@masomo/design-system/overlays';
import { orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, tellChange } from '@masomo/testing';
import { openStoreManager, pending } from '../../shared/__tests__/openStoreManager.tsx';
import { App } from '../../App.tsx';

configure({ asyncUtilTimeout: 12_000 });
const user = userEvent.setup();
// Compiling it for the first time takes long here.
beforeAll(() => import('./OrderDialog.tsx'), 60_000);
afterEach(() => {
  // What one test was told would hold up what the next one waits for.
  toaster.remove();
  cleanup();
});

const placed = {
  id: 1,
  at: '2026-11-20T09:00:00Z',
  kind: 'placed',
  from_status: null,
  to_status: 'pending',
  note: null,
  actor_id: null,
  users: null,
};
const moved = {
  id: 2,
  at: '2026-11-20T09:05:00Z',
  kind: 'status',
  from_status: 'pending',
  to_status: 'processing',
  note: null,
  actor_id: '00000000-0000-4000-8000-0000000000ff',
  users: { first_name: 'Grace', last_name: 'Achieng', email: 'grace@masomo.test' },
};
const orderOf = (status: OrderStatus) => ({
  id: '00000000-0000-4000-8000-000000000009',
  order_number: 'ORD-2026-009',
  customer_name: 'Wanjiru',
  customer_email: 'w@school.test',
  institution: 'Kilimani',
  total_amount: 7998,
  status,
  payment_method: 'mpesa',
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  customer_phone: '0712345678',
  billing_address: null,
  city: null,
  country: 'Kenya',
  payment_reference: 'MSABCDEFGH',
  net_amount: 6894.83,
  vat_amount: 1103.17,
  paid_at: null,
  order_items: [{ addon_name: 'Quick Fees', quantity: 2, price: 3999, category: 'saas', position: 0 }],
  order_events: [placed],
  licences: [
    { id: 'l', name: 'Quick Fees', quantity: 2, licence_key: 'ABCDE-12345', valid_from: '2026-11-20', valid_until: null, revoked_at: null },
  ],
});

async function open(order: ReturnType<typeof orderOf>, role: Role = 'super_admin') {
  const present: { order: Omit<typeof order, 'order_events'> & { order_events: object[] } } = { order };
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/list_orders') return { body: [present.order] };
    if (path === 'rpc/count_orders') return { body: 1 };
    if (path === 'rpc/order_summary')
      return { body: { total_orders: 1, total_revenue: 7998, paid_revenue: 0, completed_orders: 0, pending_orders: 1 } };
    if (path === 'orders') return { body: present.order };
    if (path === 'payments') return { body: [] };
    if (path === 'tax_documents') return { body: [] };
    if (path === 'rpc/add_order_note') return { status: 204, body: null };
    if (path === 'rpc/set_order_status')
      return {
        status: 409,
        body: {
          code: 'PT409',
          message: 'Somebody else changed order ORD-2026-009 in the meantime.',
          hint: 'order.changed_meanwhile',
          details: 'status',
        },
      };
    throw new Error(`Unexpected request: ${path}`);
  });
  renderRoute(<App />, { path: '/dashboard/store/orders', session: signedInAs(role), db: database.db });
  await user.click(await screen.findByRole('button', { name: /^View/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Order ORD-2026-009' });
  return { dialog, database, present };
}

describe('the order dialog', () => {
  it('opens from a link, and closing it returns to the list', async () => {
    const order = orderOf('pending');
    const { db } = fakeDb(({ path }) => {
      if (path === 'rpc/list_orders') return { body: [order] };
      if (path === 'rpc/count_orders') return { body: 1 };
      if (path === 'rpc/order_summary')
        return { body: { total_orders: 1, total_revenue: 7998, paid_revenue: 0, completed_orders: 0, pending_orders: 1 } };
      return { body: path === 'orders' ? order : path === 'payments' || path === 'tax_documents' ? [] : null };
    });
    renderRoute(<App />, { path: `/dashboard/store/orders?order=${order.id}`, session: signedInAs('super_admin'), db });
    const dialog = await screen.findByRole('dialog', { name: 'Order ORD-2026-009' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^View/ })).toBeInTheDocument();
  });

  it.each(orderStatuses)('shows the details and status actions of a %s order', async (status) => {
    const { dialog } = await open(orderOf(status));
    for (const text of ['Wanjiru', 'w@school.test', 'Kilimani', 'SaaS', 'ABCDE-12345'])
      expect((await within(dialog).findAllByText(text)).length).toBeGreaterThan(0);
    expect(within(dialog).getAllByText('KES 7,998').length).toBe(2);
    const isOpen = status === 'pending' || status === 'processing';
    expect(within(dialog).queryByRole('button', { name: 'Save Changes' }) !== null).toBe(isOpen);
    expect(within(dialog).queryByRole('button', { name: 'Reopen order' }) !== null).toBe(!isOpen);
  });

  it('shows what another user changed and keeps the selected status', async () => {
    const { dialog, database, present } = await open(orderOf('pending'));
    await user.selectOptions(await within(dialog).findByLabelText('Update Status'), 'cancelled');
    present.order = { ...orderOf('processing'), updated_at: '2026-11-20T09:05:00Z', order_events: [placed, moved] };
    await tellChange(`orders:${orderOf('pending').id}`);
    expect(await within(dialog).findByText('Status changed from pending to processing by Grace Achieng.')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Update Status')).toHaveValue('cancelled');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    await user.click(await screen.findByRole('button', { name: 'Set to cancelled' }));
    expect(await within(dialog).findByText(/Somebody else changed order ORD-2026-009/)).toBeInTheDocument();
    expect(database.sent.find(({ path }) => path === 'rpc/set_order_status')?.body).toMatchObject({ seen: '2026-11-20T09:00:00Z' });
    await user.click(within(dialog).getByRole('button', { name: 'Continue with the updated order' }));
    await waitFor(() => expect(within(dialog).queryByText('This order changed while you had it open')).not.toBeInTheDocument());
    expect(within(dialog).getByLabelText('Update Status')).toHaveValue('cancelled');
  }, 30_000);

  it('lets buyers pay in the store and only managers change it', async () => {
    const { dialog } = await open(orderOf('pending'), 'admin');
    expect(await within(dialog).findByRole('link', { name: 'Pay this order' })).toHaveAttribute('href', '/store/orders/ORD-2026-009');
    expect(within(dialog).queryByLabelText('Update Status')).not.toBeInTheDocument();
    expect(within(dialog).queryByLabelText(/Note for other managers/)).not.toBeInTheDocument();
  });

  it('saves a note and clears its field', async () => {
    const { dialog, database } = await open(orderOf('pending'));
    await user.type(await within(dialog).findByLabelText(/Note for other managers/), 'Called the bursar');
    await user.click(within(dialog).getByRole('button', { name: 'Add note' }));
    await waitFor(() =>
      expect(database.sent.find(({ path }) => path === 'rpc/add_order_note')?.body).toEqual({
        order_id: orderOf('pending').id,
        note: 'Called the bursar',
      }),
    );
    await waitFor(() => expect(within(dialog).getByLabelText(/Note for other managers/)).toHaveValue(''));
  });

  const list = {
    'rpc/list_orders': { body: [] },
    'rpc/count_orders': { body: 0 },
    'rpc/order_summary': pending,
    payments: { body: [] },
    tax_documents: { body: [] },
  };

  it('shows a placeholder while the order is loading', async () => {
    openStoreManager('/dashboard/store/orders?order=1', { ...list, orders: pending });
    const dialog = await screen.findByRole('dialog', { name: 'Order Details' });
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
  });

  it('reports an order that no longer exists', async () => {
    openStoreManager('/dashboard/store/orders?order=1', {
      ...list,
      orders: { status: 406, body: { code: 'PGRST116', message: 'no rows' } },
    });
    const dialog = await screen.findByRole('dialog', { name: 'Order Details' });
    expect(await within(dialog).findByText('This is no longer here. It may have been deleted or moved.')).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});

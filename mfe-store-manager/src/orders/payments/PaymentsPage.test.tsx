// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../../shared/__tests__/openStoreManager.tsx';
import { App } from '../../App.tsx';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(cleanup);

const issue = {
  kind: 'unmatched',
  id: '00000000-0000-4000-8000-000000000001',
  order_id: null,
  order_number: null,
  customer_name: null,
  method: 'mpesa',
  amount: 500,
  currency: 'KES',
  receipt: 'SABC123456',
  occurred_at: '2026-11-20T09:00:00Z',
  note: 'Reference given: TYPO',
};
const surplus = {
  ...issue,
  kind: 'surplus',
  id: '00000000-0000-4000-8000-000000000002',
  order_id: '00000000-0000-4000-8000-000000000009',
  order_number: 'ORD-2026-009',
  customer_name: 'Wanjiru',
  note: null,
};
const order = {
  id: surplus.order_id,
  order_number: 'ORD-2026-009',
  customer_name: 'Wanjiru',
  customer_email: 'w@school.test',
  institution: 'Kilimani',
  total_amount: 3999,
  status: 'completed',
  payment_method: 'mpesa',
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  customer_phone: '0712345678',
  billing_address: null,
  city: null,
  country: 'Kenya',
  payment_reference: 'MSABCDEFGH',
  net_amount: 3447.41,
  vat_amount: 551.59,
  paid_at: '2026-11-20T09:01:00Z',
  order_items: [{ addon_name: 'Quick Fees', quantity: 1, price: 3999, category: 'saas', position: 0 }],
  order_events: [],
  licences: [],
};
const payment = {
  id: '00000000-0000-4000-8000-00000000000a',
  method: 'mpesa',
  amount: 3999,
  currency: 'KES',
  refunded_amount: 0,
  receipt: 'SUA8SVFS8S',
  state: 'surplus',
  paid_at: '2026-11-20T09:01:00Z',
  note: null,
  refunds: [],
};

function open(issues: object[]) {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/list_payment_issues') return { body: issues };
    if (path === 'rpc/assign_provider_event') return { body: { state: 'received' } };
    if (path === 'rpc/refund_payment') return { body: { status: 'requested' } };
    if (path === 'orders') return { body: order };
    if (path === 'payments') return { body: [payment] };
    throw new Error(`Unexpected request: ${path}`);
  });
  renderRoute(<App />, { path: '/dashboard/store/payments', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the payments screen', () => {
  it('says when no payment needs a decision', async () => {
    open([]);
    expect(await screen.findByText('No payments to review')).toBeInTheDocument();
  });

  it('assigns an unmatched payment to an order', async () => {
    const { sent } = open([issue]);
    const card = await screen.findByRole('article', { name: 'Payment for an unknown order: SABC123456' });
    await user.click(within(card).getByRole('button', { name: 'Match to this order' }));
    expect(await within(card).findByText('Enter at least 3 characters')).toBeInTheDocument();
    await user.type(within(card).getByLabelText(/order number/i), 'ORD-2026-001');
    await user.click(within(card).getByRole('button', { name: 'Match to this order' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/assign_provider_event')?.body).toEqual({
        event_id: issue.id,
        order_number: 'ORD-2026-001',
      }),
    );
  });

  it('refunds a surplus payment, never more than was paid', async () => {
    const { sent } = open([surplus]);
    await user.click(await screen.findByRole('button', { name: 'Open order ORD-2026-009' }));
    await user.click(await screen.findByRole('button', { name: 'Refund receipt SUA8SVFS8S' }));
    const form = screen.getByRole('form', { name: 'Refund' });
    const amount = within(form).getByLabelText(/amount in kes/i);
    await user.clear(amount);
    await user.type(amount, '4000');
    await user.type(within(form).getByLabelText(/reason/i), 'Paid twice');
    await user.click(within(form).getByRole('button', { name: 'Refund' }));
    expect(await within(form).findByText(/At most KES 3,999/)).toBeInTheDocument();
    await user.clear(amount);
    await user.type(amount, '3999');
    await user.click(within(form).getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/refund_payment')?.body).toEqual({
        payment_id: payment.id,
        reason: 'Paid twice',
        amount: 3999,
      }),
    );
  });

  it('shows a placeholder while loading', async () => {
    openStoreManager('/dashboard/store/payments', { 'rpc/list_payment_issues': pending });
    expect(await screen.findByRole('heading', { level: 1, name: 'Payments' })).toBeInTheDocument();
    expect(screen.queryByText('No payments to review')).not.toBeInTheDocument();
  });

  it('reports payments that could not be loaded and offers a retry', async () => {
    openStoreManager('/dashboard/store/payments', { 'rpc/list_payment_issues': unavailable });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});

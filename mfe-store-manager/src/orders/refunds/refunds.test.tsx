// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openStoreManager, pending, unavailable, type Responses } from '../../shared/__tests__/openStoreManager.tsx';

afterEach(cleanup);
const user = userEvent.setup();

const order = {
  id: '00000000-0000-4000-8000-000000000009',
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
  order_items: [],
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
  state: 'received',
  paid_at: '2026-11-20T09:01:00Z',
  note: null,
  refunds: [],
};
const refund = (status: string, more: object = {}) => ({
  id: '00000000-0000-4000-8000-00000000000b',
  amount: 1000,
  reason: 'Ordered twice',
  status,
  provider_reference: null,
  last_error: null,
  created_at: '2026-11-21T09:00:00Z',
  ...more,
});

async function open(payments: Responses[string], changed: Responses = {}, role?: 'admin') {
  const { sent } = openStoreManager(
    `/dashboard/store/orders?order=${order.id}`,
    {
      'rpc/list_orders': { body: [] },
      'rpc/count_orders': { body: 0 },
      'rpc/order_summary': {
        body: { total_orders: 1, total_revenue: 3999, paid_revenue: 3999, completed_orders: 1, pending_orders: 0 },
      },
      'rpc/order_document': pending,
      orders: { body: order },
      payments,
      ...changed,
    },
    role,
  );
  return { sent, dialog: within(await screen.findByRole('dialog', { name: 'Order ORD-2026-009' })) };
}

describe('refunds of an order', () => {
  it('refund part of a payment and say that the order stays until all of it is refunded', async () => {
    const { sent, dialog } = await open({ body: [payment] }, { 'rpc/refund_payment': { body: { status: 'requested' } } });
    await user.click(await dialog.findByRole('button', { name: 'Refund receipt SUA8SVFS8S' }));
    const form = within(dialog.getByRole('form', { name: 'Refund' }));
    expect(form.getByText(/once fully refunded, the order is cancelled/)).toBeInTheDocument();
    await user.clear(form.getByLabelText(/amount in kes/i));
    await user.type(form.getByLabelText(/amount in kes/i), '1000');
    await user.type(form.getByLabelText(/reason/i), 'Ordered twice');
    await user.click(form.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/refund_payment')?.body).toEqual({
        payment_id: payment.id,
        reason: 'Ordered twice',
        amount: 1000,
      }),
    );
    await waitFor(() => expect(dialog.queryByRole('form', { name: 'Refund' })).not.toBeInTheDocument());
  });

  it('retry one that the provider refused, or record a transfer by hand', async () => {
    const { sent, dialog } = await open(
      { body: [{ ...payment, refunds: [refund('failed', { last_error: 'Insufficient float' })] }] },
      { 'rpc/retry_refund': { body: { status: 'requested' } }, 'rpc/settle_refund': { body: { status: 'done' } } },
    );
    expect(await dialog.findByText('Refused: KES 1,000')).toBeInTheDocument();
    expect(dialog.getByText('Insufficient float')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent.some(({ path }) => path === 'rpc/retry_refund')).toBe(true));
    await user.type(dialog.getByLabelText(/Reference of your transfer/), 'FT26325XYZ');
    await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/settle_refund')?.body).toEqual({
        refund_id: refund('failed').id,
        reference: 'FT26325XYZ',
      }),
    );
  });

  it('show why a refund was not accepted and keep the input', async () => {
    const refusal = { code: 'P0001', message: 'This payment is refunded already.', hint: 'refund.not_refundable' };
    const { dialog } = await open({ body: [payment] }, { 'rpc/refund_payment': { status: 400, body: refusal } });
    await user.click(await dialog.findByRole('button', { name: 'Refund receipt SUA8SVFS8S' }));
    await user.type(dialog.getByLabelText(/^Reason(?! to)/), 'Ordered twice');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(await dialog.findByText('This payment is refunded already.')).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Reason(?! to)/)).toHaveValue('Ordered twice');
  });

  it('are shown to buyers without actions', async () => {
    const { dialog } = await open({ body: [{ ...payment, refunds: [refund('manual')] }] }, {}, 'admin');
    expect(await dialog.findByText('Awaiting your transfer: KES 1,000')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: /^Refund/ })).not.toBeInTheDocument();
    expect(dialog.queryByRole('form', { name: 'Refund by hand' })).not.toBeInTheDocument();
  });

  it('are hidden without payments', async () => {
    const { dialog } = await open({ body: [] });
    await dialog.findByText('Timeline');
    await waitFor(() => expect(dialog.queryByRole('heading', { name: 'Payments' })).not.toBeInTheDocument());
  });

  it('offer a retry when the payments could not be loaded', async () => {
    const { dialog } = await open(unavailable);
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});

// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderRoute, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';
import { orderDocumentFields } from '../__tests__/orderDocumentFields.ts';
import { storeDatabase } from '../__tests__/storeDatabase.ts';

configure({ asyncUtilTimeout: 15_000 });
const order = {
  ...orderDocumentFields,
  order_id: '00000000-0000-4000-8000-0000000000aa',
  order_number: 'ORD-2026-007',
  payment_reference: 'MS7K3QW9XZ',
  customer_name: 'Wanjiru Kamau',
  institution: 'Kilimani Primary',
  payment_method: 'mpesa',
  status: 'pending',
  total_amount: 3999,
  net_amount: 3447.41,
  vat_amount: 551.59,
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  paid_at: null,
  items: [],
};
const attempt = {
  id: 'a',
  method: 'mpesa',
  status: 'open',
  failure: null,
  amount: 3999,
  created_at: '2026-11-20T09:00:00Z',
  phone: '0712***678',
  expires_at: '2026-11-20T09:01:15Z',
  retry_at: null,
  is_accepted: true,
  is_resolved: false,
  redirect_url: null,
};
const state = {
  now: '2026-11-20T09:00:30Z',
  order_number: 'ORD-2026-007',
  payment_reference: 'MS7K3QW9XZ',
  order_status: 'pending',
  payment_method: 'mpesa',
  total_amount: 3999,
  paid_at: null,
  received_amount: 0,
  refunded_amount: 0,
  surplus_amount: 0,
  methods: ['mpesa', 'card', 'bank'],
  payment: null,
  attempt: attempt as object | null,
};
const openWith = (readPayment: () => FakeResponse | Promise<FakeResponse>) =>
  renderRoute(<App />, {
    path: '/store/orders/ORD-2026-007',
    state: { email: 'bursar@kilimani.test' },
    db: storeDatabase({
      'rpc/order_by_number_and_email': () => ({ body: order }),
      'rpc/read_payment': readPayment,
    }).db,
  });
const open = (payment: object) => openWith(() => ({ body: { ...state, ...payment } }));

afterEach(cleanup);

describe('the payment panel', () => {
  it("counts down by the server's clock while the prompt is on the phone", async () => {
    open({});
    expect(await screen.findByRole('heading', { name: 'Check your phone' })).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^0:4[345]$/);
    expect(screen.queryByText('Payment received')).toBeNull();
  });

  it('asks for no money once the order is complete', async () => {
    open({ order_status: 'completed', attempt: { ...attempt, status: 'cancelled' } });
    expect(await screen.findByText('There is nothing left to pay.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('keeps polling after the countdown and offers no second payment until then', async () => {
    open({ now: '2026-11-20T09:02:00Z' });
    expect(await screen.findByText('Still waiting for M-Pesa')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay KES/ })).toBeNull();
  });

  it('explains a failed attempt and offers another', async () => {
    open({ attempt: { ...attempt, status: 'failed', failure: 'wrong_pin', is_resolved: true } });
    expect(await screen.findByText('Wrong M-Pesa PIN')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay KES 3,999' })).toBeEnabled();
  });

  it('excludes M-Pesa above its limit', async () => {
    open({ total_amount: 250_001, attempt: null });
    expect(await screen.findByRole('button', { name: 'Pay KES 250,001' })).toBeVisible();
    expect(screen.queryByLabelText(/M-Pesa number/)).toBeNull();
  });

  it('offers no payment while one is under review', async () => {
    open({ attempt: { ...attempt, status: 'needs_review', failure: 'mismatch', is_resolved: true } });
    expect(await screen.findByText('We are checking your payment')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay KES/ })).toBeNull();
  });

  it('reports success only once the server confirms it', async () => {
    open({
      paid_at: '2026-11-20T09:00:40Z',
      payment: { method: 'mpesa', amount: 3999, receipt: 'SK12ABCDEF', paid_at: '2026-11-20T09:00:40Z' },
    });
    expect(await screen.findByText('Payment received')).toBeVisible();
    expect(screen.getByText(/receipt SK12ABCDEF/)).toBeVisible();
  });

  it('shows a placeholder while loading', async () => {
    openWith(() => new Promise(() => undefined));
    expect(await screen.findByLabelText('Loading payment')).toHaveAttribute('aria-busy', 'true');
  });

  it('reports a state that could not be loaded and offers a retry', async () => {
    openWith(() => ({ status: 500, body: {} }));
    expect(await screen.findByText('The payment could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

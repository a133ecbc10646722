// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { orderStatuses, orderStatusLabels } from '@masomo/domain/orders';
import { renderRoute } from '@masomo/testing';
import { App } from '../App.tsx';
import { orderDocumentFields } from '../shared/__tests__/orderDocumentFields.ts';
import { storeDatabase } from '../shared/__tests__/storeDatabase.ts';

// The first use of a page transforms its chunk, which takes more than a second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
const order = {
  ...orderDocumentFields,
  order_id: '00000000-0000-4000-8000-0000000000aa',
  order_number: 'ORD-2026-007',
  payment_reference: 'MS7K3QW9XZ',
  customer_name: 'Wanjiru Kamau',
  institution: 'Kilimani Primary',
  payment_method: 'bank',
  status: 'pending',
  total_amount: 7998,
  net_amount: 6894.83,
  vat_amount: 1103.17,
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  paid_at: null,
  items: [{ addon_name: 'QR Code Attendance', category: 'saas', quantity: 2, price: 3999, line_total: 7998 }],
};
const database = () =>
  storeDatabase({
    'rpc/order_by_number_and_email': ({ body }) => ({ body: JSON.stringify(body).includes('bursar@kilimani.test') ? order : null }),
  });

afterEach(cleanup);

describe('the order page', () => {
  it('asks for the email, refuses a wrong one and shows the order for the right one', async () => {
    const { db, sent } = database();
    renderRoute(<App />, { path: '/store/orders/ORD-2026-007', db });
    const email = await screen.findByLabelText(/^Email/);
    expect(screen.getByRole('heading', { level: 1, name: 'Order ORD-2026-007' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show order' }));
    expect(await screen.findByText('Enter an email address like name@school.ac.ke')).toBeVisible();
    expect(sent.filter(({ path }) => path.startsWith('rpc/'))).toEqual([]);
    expect(document.title).toBe('Order ORD-2026-007 | Masomo');
    await user.type(email, 'stranger@kilimani.test');
    await user.click(screen.getByRole('button', { name: 'Show order' }));
    expect(await screen.findByText(/No order has this number and this email address/)).toBeVisible();
    await user.clear(screen.getByLabelText(/^Email/));
    await user.type(screen.getByLabelText(/^Email/), 'bursar@kilimani.test');
    await user.click(screen.getByRole('button', { name: 'Show order' }));
    expect(await screen.findByText('QR Code Attendance')).toBeVisible();
  });

  it('opens from the link of its mail without asking, with its papers', async () => {
    const key = '00000000-0000-4000-8000-0000000000bb';
    const { db, sent } = storeDatabase({
      'rpc/order_by_number_and_email': ({ body }) => ({ body: JSON.stringify(body).includes(key) ? { ...order, is_proven: true } : null }),
    });
    renderRoute(<App />, { path: `/store/orders/ORD-2026-007#key=${key}`, db });
    expect(await screen.findByText('QR Code Attendance')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Proforma invoice (PDF)' })).toBeVisible();
    expect(sent.find(({ path }) => path.startsWith('rpc/order'))?.body).toEqual({ order_number: 'ORD-2026-007', order_key: key });
  });

  it('asks the buyer of a completed order how satisfied they are, and thanks them', async () => {
    const key = '00000000-0000-4000-8000-0000000000bb';
    let rating: number | null = null;
    const { db, sent } = storeDatabase({
      'rpc/order_by_number_and_email': () => ({ body: { ...order, status: 'completed', rating } }),
      'rpc/rate_order': () => {
        rating = 4;
        return { body: true };
      },
    });
    renderRoute(<App />, { path: `/store/orders/ORD-2026-007#key=${key}`, db });
    await user.click(await screen.findByText('4 ★'));
    await user.type(screen.getByLabelText('What could be better?'), 'The invoice came late');
    await user.click(screen.getByRole('button', { name: 'Send rating' }));
    expect(await screen.findByText('You gave 4 stars of five.')).toBeVisible();
    expect(sent.find(({ path }) => path === 'rpc/rate_order')?.body).toEqual({
      order_number: 'ORD-2026-007',
      rating: 4,
      order_key: key,
      comment: 'The invoice came late',
    });
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByRole('button', { name: 'Send rating' })).toBeVisible();
  });

  it('asks nobody to rate an order that is not complete', async () => {
    const key = '00000000-0000-4000-8000-0000000000bb';
    const { db } = storeDatabase({ 'rpc/order_by_number_and_email': () => ({ body: order }) });
    renderRoute(<App />, { path: `/store/orders/ORD-2026-007#key=${key}`, db });
    expect(await screen.findByText('QR Code Attendance')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send rating' })).toBeNull();
  });

  it('offers no papers to people who know only the number and the email, and says where they are', async () => {
    const { db } = storeDatabase({ 'rpc/order_by_number_and_email': () => ({ body: { ...order, is_proven: false, licences: [] } }) });
    renderRoute(<App />, { path: '/store/orders/ORD-2026-007', state: { email: 'bursar@kilimani.test' }, db });
    expect(await screen.findByText(/open this order from the link in its confirmation email/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull();
  });

  it('is found by number and email when the link is lost', async () => {
    const { db, sent } = database();
    renderRoute(<App />, { path: '/store/orders', db });
    const number = await screen.findByLabelText(/^Order number/);
    await user.click(screen.getByRole('button', { name: 'Show order' }));
    expect(await screen.findByText('Enter the order number, like ORD-2026-101')).toBeVisible();
    await user.type(number, ' ord-2026-007 ');
    await user.type(screen.getByLabelText(/^Email/), 'bursar@kilimani.test');
    await user.click(screen.getByRole('button', { name: 'Show order' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Order ORD-2026-007' })).toBeVisible();
    expect(await screen.findByText('QR Code Attendance')).toBeVisible();
    expect(sent.filter(({ path }) => path.includes('order_by_number_and_email')).map(({ body }) => body)).toEqual([
      expect.objectContaining({ order_number: 'ORD-2026-007' }),
    ]);
  });

  it('shows status, lines, VAT and payment instructions', async () => {
    renderRoute(<App />, { path: '/store/orders/ORD-2026-007', state: { email: 'bursar@kilimani.test' }, db: database().db });
    expect(await screen.findByText('Pending')).toBeVisible();
    expect(screen.getByText('KES 6,894.83')).toBeVisible();
    expect(screen.getByText('KES 1,103.17')).toBeVisible();
    expect(screen.getByText('MS7K3QW9XZ')).toBeVisible();
    expect(await screen.findByText('0123456789')).toBeVisible();
    expect(screen.getByText('Payment by Bank Transfer: not received yet')).toBeVisible();
  });

  it('offers licence keys and the receipt of a paid order as downloads', async () => {
    const orderKey = '00000000-0000-4000-8000-0000000000bb';
    const licence = {
      name: 'QR Code Attendance',
      category: 'saas',
      quantity: 2,
      licence_key: 'A1B2C-D3E4F',
      school: 'Kilimani Primary',
      valid_from: '2026-11-21',
      valid_until: '2027-03-21',
      is_revoked: false,
    };
    const paid = {
      ...order,
      payment_method: 'bank',
      status: 'completed',
      paid_at: '2026-11-21T08:00:00Z',
      licences: [licence, { ...licence, name: 'Quick Fees', licence_key: 'GONE1', is_revoked: true }],
    };
    const saved: { name: string; blob: Blob }[] = [];
    const blobs = new Map<string, Blob>();
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          const address = `blob:${blobs.size}`;
          blobs.set(address, blob);
          return address;
        },
        revokeObjectURL: () => {},
      }),
    );
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (to: string, { body }: { body: string }) => {
      sent.push([to, JSON.parse(body)]);
      return new Response('%PDF-1.7 of the server');
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (blob) saved.push({ name: this.download, blob });
    });
    renderRoute(<App />, {
      path: '/store/orders/ORD-2026-007',
      state: { email: 'bursar@kilimani.test', orderKey },
      db: storeDatabase({ 'rpc/order_by_number_and_email': () => ({ body: paid }) }).db,
    });
    expect(await screen.findByText('A1B2C-D3E4F')).toBeVisible();
    expect(screen.getByText('Withdrawn')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download key of Quick Fees' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download key of QR Code Attendance' }));
    await user.click(screen.getByRole('button', { name: 'Receipt (PDF)' }));
    await vi.waitFor(
      () => expect(saved.map(({ name }) => name)).toEqual(['licence-ORD-2026-007-qr-code-attendance.txt', 'receipt-ORD-2026-007.pdf']),
      { timeout: 10_000 },
    );
    expect(await saved[1]?.blob.text()).toBe('%PDF-1.7 of the server');
    expect(sent).toEqual([['/_papers/buyer-order', { number: 'ORD-2026-007', key: orderKey, language: 'en' }]]);
    click.mockRestore();
    vi.unstubAllGlobals();
  });

  it('thanks a buyer who returns from the card page once the order is paid, and nobody else', async () => {
    const paid = { ...order, payment_method: 'bank', status: 'completed', paid_at: '2026-11-21T08:00:00Z' };
    const show = (answer: object, path = '/store/orders/ORD-2026-007?returned=card') =>
      renderRoute(<App />, {
        path,
        state: { email: 'bursar@kilimani.test' },
        db: storeDatabase({ 'rpc/order_by_number_and_email': () => ({ body: answer }) }).db,
      });
    show(order);
    expect(await screen.findByText('Pending')).toBeVisible();
    expect(screen.queryByText('Order Successful!')).toBeNull();
    cleanup();
    show(paid);
    expect(await screen.findByText('Order Successful!')).toBeVisible();
    expect(screen.getByText('Thank you for your purchase. You will receive an email confirmation shortly.')).toBeVisible();
    cleanup();
    show(paid, '/store/orders/ORD-2026-007');
    expect(await screen.findByText('Completed')).toBeVisible();
    expect(screen.queryByText('Order Successful!')).toBeNull();
  });

  it.each(orderStatuses)('names the status %s as the store manager does', async (status) => {
    renderRoute(<App />, {
      path: '/store/orders/ORD-2026-007',
      state: { email: 'bursar@kilimani.test' },
      db: storeDatabase({ 'rpc/order_by_number_and_email': () => ({ body: { ...order, status } }) }).db,
    });
    expect(await screen.findByText(orderStatusLabels[status])).toBeVisible();
  });

  it.each([
    ['in part', { status: 'completed', paid_at: '2026-11-21T08:00:00Z', refunded_amount: 3999 }, 'KES 3,999', 'Your order is complete.'],
    ['in full', { status: 'cancelled', paid_at: null, refunded_amount: 7998 }, 'KES 7,998', 'This order was cancelled and refunded.'],
  ])('shows what was refunded %s', async (_, change, amount, state) => {
    renderRoute(<App />, {
      path: '/store/orders/ORD-2026-007',
      state: { email: 'bursar@kilimani.test' },
      db: storeDatabase({ 'rpc/order_by_number_and_email': () => ({ body: { ...order, ...change } }) }).db,
    });
    expect(await screen.findByText(`${amount} was refunded to you`)).toBeVisible();
    expect(screen.getByText(state)).toBeVisible();
  });

  it.each([
    ['completed', 0, 'Your order is complete.', 'none'],
    ['cancelled', 0, 'This order was cancelled. Nothing will be charged for it.', 'none'],
    ['cancelled', 7998, 'This order was cancelled and refunded.', 'refunded'],
  ])('offers no payment of an order that is %s, with %s paid back', async (status, refunded_amount, text, note) => {
    const { db, sent } = storeDatabase({
      'rpc/order_by_number_and_email': () => ({ body: { ...order, payment_method: 'mpesa', status, refunded_amount } }),
    });
    renderRoute(<App />, { path: '/store/orders/ORD-2026-007', state: { email: 'bursar@kilimani.test' }, db });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(`Payment by M-Pesa: ${note}`)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(sent.some(({ path }) => path === 'rpc/read_payment')).toBe(false);
  });

  it('shows a placeholder while the order is loading', async () => {
    const { db } = storeDatabase({ 'rpc/order_by_number_and_email': () => new Promise(() => undefined) });
    renderRoute(<App />, { path: '/store/orders/ORD-2026-007', state: { email: 'bursar@kilimani.test' }, db });
    expect(await screen.findByLabelText('Loading order')).toHaveAttribute('aria-busy', 'true');
  });

  it('reports an order that could not be loaded and keeps the form', async () => {
    const { db } = storeDatabase({ 'rpc/order_by_number_and_email': () => ({ status: 500, body: {} }) });
    renderRoute(<App />, { path: '/store/orders/ORD-2026-007', state: { email: 'bursar@kilimani.test' }, db });
    expect(await screen.findByText('The order could not be shown')).toBeVisible();
    expect(screen.getByLabelText(/^Email/)).toHaveValue('bursar@kilimani.test');
  });
});

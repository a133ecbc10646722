// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openStoreManager, pending, unavailable, type Responses } from '../shared/__tests__/openStoreManager.tsx';

afterEach(cleanup);

const order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 'ORD-2026-001',
  customer_name: 'Wanjiru Kamau',
  customer_email: 'bursar@kilimani.test',
  institution: 'Kilimani Primary',
  total_amount: 3999,
  status: 'pending',
  payment_method: 'mpesa',
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  order_items: [],
};
const figure = { value: 1, before: null, growth: null };
const figures = [
  'revenue',
  'orders',
  'addons_sold',
  'customers',
  'conversion',
  'average_order_value',
  'retention',
  'cart_abandonment',
  'satisfaction',
];
const analytics = (addons: object[]) => ({
  from: '2026-10-23',
  to: '2026-11-21',
  figures: Object.fromEntries(figures.map((name) => [name, figure])),
  months: [],
  addons,
  segments: [],
});
const responses: Responses = {
  'rpc/order_summary': {
    body: { total_orders: 1_240, total_revenue: 3999, paid_revenue: 1999, completed_orders: 1_000, pending_orders: 240 },
  },
  'rpc/list_orders': { body: [order] },
  'rpc/count_orders': { body: 1 },
  'rpc/store_analytics': {
    body: analytics([
      { name: 'Quick Fees', category: 'saas', sales: 3, revenue: 11_997, percentage: 80, average_price: 3999, growth: null },
    ]),
  },
};
const open = (changed: Responses = {}, role?: 'admin') => openStoreManager('/dashboard/store', { ...responses, ...changed }, role);

describe('the store dashboard', () => {
  it('shows totals, recent orders and top sellers', async () => {
    open();
    expect(await screen.findByText('1,240')).toBeInTheDocument();
    expect(screen.getByText('KES 1,999 paid')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'ORD-2026-001' })).toHaveAttribute('href', `/dashboard/store/orders?order=${order.id}`);
    expect(await screen.findByText('3 sold')).toBeInTheDocument();
  });

  it('leads to the screens of the store, and opens the new add-on form', async () => {
    open({ addons: { body: [], total: 0 } });
    const actions = within(await screen.findByRole('region', { name: 'Quick actions' })).getAllByRole('link');
    expect(actions.map((action) => [action.textContent, action.getAttribute('href')])).toEqual([
      ['New add-on', '/dashboard/store/addons/new'],
      ['Manage orders', '/dashboard/store/orders'],
      ['View analytics', '/dashboard/store/analytics'],
      ['Manage add-ons', '/dashboard/store/addons'],
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'New add-on' }));
    expect(await screen.findByRole('dialog', { name: 'New add-on' })).toBeInTheDocument();
  });

  it('shows placeholders while its data is loading', async () => {
    open({ 'rpc/order_summary': pending, 'rpc/list_orders': pending, 'rpc/store_analytics': pending });
    expect(await screen.findByRole('heading', { level: 1, name: 'Store' })).toBeInTheDocument();
    expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(4);
    expect(screen.queryByText('No orders found')).not.toBeInTheDocument();
  });

  it('reports each part that could not be loaded and offers a retry', async () => {
    open({ 'rpc/order_summary': unavailable, 'rpc/list_orders': unavailable, 'rpc/store_analytics': unavailable });
    expect(await screen.findAllByRole('alert')).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3);
  });

  it('explains empty lists', async () => {
    open({ 'rpc/list_orders': { body: [] }, 'rpc/count_orders': { body: 0 }, 'rpc/store_analytics': { body: analytics([]) } });
    expect(await screen.findByText('No orders found')).toBeInTheDocument();
    expect(await screen.findByText('Nothing sold yet')).toBeInTheDocument();
  });

  it('shows buyers their own orders and no analytics', async () => {
    const { sent } = open({}, 'admin');
    expect(await screen.findByText('Your orders at a glance.')).toBeInTheDocument();
    const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
    expect(actions.getByRole('link', { name: 'See your licences' })).toHaveAttribute('href', '/dashboard/store/licences');
    expect(await screen.findByText('ORD-2026-001')).toBeInTheDocument();
    expect(sent.some(({ path }) => path === 'rpc/store_analytics')).toBe(false);
  });
});

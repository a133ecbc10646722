// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../shared/__tests__/openStoreManager.tsx';
import { App } from '../App.tsx';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(cleanup);

const figure = (value: number | null, before: number | null = null, growth: number | null = null) => ({ value, before, growth });
const addon = (name: string, category: 'saas' | 'standalone', revenue: number) => ({
  name,
  category,
  sales: 3,
  revenue,
  percentage: 10,
  average_price: 1500,
  growth: null,
});
const analytics: StoreAnalytics = {
  from: '2026-10-23',
  to: '2026-11-21',
  figures: {
    revenue: figure(2_456_780, 2_000_000, 22.8),
    orders: figure(156),
    addons_sold: figure(156, 160, -2.5),
    customers: figure(89, 89, 0),
    conversion: figure(3.2),
    average_order_value: figure(15_748),
    retention: figure(85.2),
    cart_abandonment: figure(12.8),
    satisfaction: figure(null),
  },
  months: [{ month: '2026-11', saas: 100_000, standalone: 50_000 }],
  addons: [
    ...['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name, index) => addon(name, index % 2 ? 'standalone' : 'saas', 9000 - index)),
  ],
  segments: [{ segment: 'primary', count: 40, percentage: 44.9 }],
};

function open() {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/store_analytics') return { body: analytics };
    throw new Error(`Unexpected request: ${path}`);
  });
  renderRoute(<App />, { path: '/dashboard/store/analytics', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the analytics screen', () => {
  it('shows figures with their previous values and definitions', async () => {
    open();
    expect(await screen.findByText('KES 2,456,780')).toBeInTheDocument();
    expect(screen.getByText('previously KES 2,000,000')).toBeInTheDocument();
    expect(screen.getByText(/\+22.8% vs previous period/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Conversion Rate: Orders per 100 visits to the store.' }));
    expect(await screen.findByRole('dialog', { name: 'Conversion Rate' })).toHaveTextContent('Orders per 100 visits to the store.');
    expect(screen.getByRole('row', { name: /Customer Satisfaction.*Not measured before.*Not measured/ })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Period' })).toHaveValue('30d');
  });

  it('draws revenue by month and version, with a table of the same figures', async () => {
    open();
    const trends = await screen.findByRole('region', { name: 'Revenue Trends' });
    expect(
      within(trends)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['SaaS', 'Standalone']);
    await user.click(within(trends).getByRole('button', { name: 'Show as table' }));
    expect(within(trends).getByRole('row', { name: 'Nov 2026 KES 100,000 KES 50,000' })).toBeInTheDocument();
  });

  it('keeps percent, shillings and stars on scales of their own', async () => {
    open();
    const rowsOf = (unit: string) =>
      within(screen.getByRole('table', { name: `Performance Metrics: ${unit}` }))
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    await screen.findByRole('table', { name: 'Performance Metrics: Percent' });
    expect(rowsOf('Percent')).toEqual([expect.stringContaining('Customer Retention'), expect.stringContaining('Cart Abandonment')]);
    expect(rowsOf('Shillings')).toEqual([expect.stringContaining('Average Order Value')]);
    expect(rowsOf('Stars of five')).toEqual([expect.stringContaining('Customer Satisfaction')]);
  });

  it('loads other periods and details at most five add-ons of the selected category', async () => {
    const { sent } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), '1y');
    await waitFor(() =>
      expect(sent.some(({ path, body }) => path === 'rpc/store_analytics' && (body as { period: string }).period === '1y')).toBe(true),
    );
    const table = await screen.findByRole('region', { name: 'Detailed Add-on Performance' });
    expect(within(table).getAllByRole('row')).toHaveLength(6);
    await user.selectOptions(screen.getByLabelText('Filter by category'), 'standalone');
    expect(within(screen.getByRole('region', { name: 'Detailed Add-on Performance' })).getAllByRole('row')).toHaveLength(4);
  });

  it('shows a spinner while loading', async () => {
    openStoreManager('/dashboard/store/analytics', { 'rpc/store_analytics': pending });
    expect(await screen.findByRole('combobox', { name: 'Period' })).toBeInTheDocument();
    expect(screen.getByLabelText('Loading')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export Report' })).toBeDisabled();
  });

  it('reports figures that could not be loaded and offers a retry', async () => {
    openStoreManager('/dashboard/store/analytics', { 'rpc/store_analytics': unavailable });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('refuses figures of another shape instead of rendering them', async () => {
    openStoreManager('/dashboard/store/analytics', { 'rpc/store_analytics': { body: { ...analytics, figures: {} } } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('says when nothing was sold in the period', async () => {
    openStoreManager('/dashboard/store/analytics', { 'rpc/store_analytics': { body: { ...analytics, addons: [] } } });
    expect(await screen.findAllByText('No add-ons were sold in this period.')).toHaveLength(2);
  });
});

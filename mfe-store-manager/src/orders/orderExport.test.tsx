// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatMoney, kes } from '@masomo/domain/money';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../shared/__tests__/openStoreManager.tsx';
import { App } from '../App.tsx';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const orders = Array.from({ length: 2_300 }, (_, index) => ({
  id: `id-${index}`,
  order_number: `ORD-2026-${index}`,
  customer_name: index === 2_299 ? '=HYPERLINK("http://evil.test")' : 'Wanjiru',
  customer_email: 'w@school.test',
  institution: '@SUM(1)',
  total_amount: 1_000 + index,
  status: 'completed',
  payment_method: 'mpesa',
  created_at: `2026-11-20T09:00:00.${index}Z`,
  updated_at: '2026-11-20T09:00:00Z',
  order_items: [{ addon_name: '-1+1', quantity: 1, price: 1_000, category: 'saas', position: 0 }],
}));

describe('the export of orders', () => {
  it('contains every matching order once, sums to the total on the screen and escapes formulas', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved.push(blob);
          return 'blob:x';
        },
        revokeObjectURL: () => undefined,
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const revenue = orders.reduce((sum, order) => sum + order.total_amount, 0);
    const { db, sent } = fakeDb(({ path, query }) => {
      if (path === 'rpc/list_orders') return { body: orders.slice(0, 20) };
      if (path === 'rpc/count_orders') return { body: orders.length };
      if (path === 'rpc/order_summary')
        return {
          body: {
            total_orders: orders.length,
            total_revenue: revenue,
            paid_revenue: revenue,
            completed_orders: orders.length,
            pending_orders: 0,
          },
        };
      if (path === 'rpc/export_orders') {
        const start = orders.findIndex(({ id }) => id === query.get('after_id')) + 1;
        return { body: orders.slice(start, start + 1_000) };
      }
      throw new Error(`Unexpected request: ${path}`);
    });
    renderRoute(withToaster(<App />), { path: '/dashboard/store/orders', session: signedInAs('super_admin'), db });
    expect(await screen.findByText(formatMoney(kes(revenue)))).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Export Orders' }));
    expect(await screen.findByText('2,300 rows exported')).toBeInTheDocument();
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(saved[0]!);
    });
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2_300);
    expect(lines.reduce((sum, line) => sum + Number(/,(\d+),completed,/.exec(line)?.[1]), 0)).toBe(revenue);
    expect(lines[0]).toContain(",'@SUM(1),'-1+1 × 1,");
    expect(lines.at(-1)).toContain(`,"'=HYPERLINK(""http://evil.test"")",`);
    expect(sent.filter(({ path }) => path === 'rpc/export_orders')).toHaveLength(3);
  });

  it('reports a failed export', async () => {
    openStoreManager('/dashboard/store/orders', {
      'rpc/list_orders': { body: orders.slice(0, 20) },
      'rpc/count_orders': { body: orders.length },
      'rpc/order_summary': pending,
      'rpc/export_orders': unavailable,
    });
    await user.click(await screen.findByRole('button', { name: 'Export Orders' }));
    expect(await screen.findByText('The file was not created')).toBeInTheDocument();
  });
});

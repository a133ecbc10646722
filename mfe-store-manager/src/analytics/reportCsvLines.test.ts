import { describe, expect, it } from 'vitest';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { reportCsvLines } from './reportCsvLines.ts';

const figure = (value: number | null, before: number | null = null, growth: number | null = null) => ({ value, before, growth });
const analytics: StoreAnalytics = {
  from: '2026-10-23',
  to: '2026-11-21',
  figures: {
    revenue: figure(2_456_780, 2_000_000, 22.8),
    orders: figure(156),
    addons_sold: figure(156),
    customers: figure(89),
    conversion: figure(3.2),
    average_order_value: figure(15_748),
    retention: figure(85.2),
    cart_abandonment: figure(12.8),
    satisfaction: figure(null),
  },
  months: [{ month: '2026-11', saas: 100_000, standalone: 50_000 }],
  addons: [
    { name: 'Quick Fees', category: 'saas', sales: 3, revenue: 11_997, percentage: 80, average_price: 3999, growth: -5 },
    { name: '=SUM(A1)', category: 'standalone', sales: 1, revenue: 2_999, percentage: 20, average_price: 2999, growth: null },
  ],
  segments: [{ segment: 'primary', count: 40, percentage: 100 }],
};

describe('the report of the store', () => {
  it('holds the figures of the screen as numbers, and nothing a spreadsheet would run', () => {
    const lines = reportCsvLines(analytics);
    expect(lines).toContain('Total Revenue,2456780,2000000,22.8\r\n');
    expect(lines).toContain('Quick Fees,saas,3,11997,80,3999,-5\r\n');
    expect(lines).toContain("'=SUM(A1),standalone,1,2999,20,2999,\r\n");
    expect(lines).toContain('2026-11,100000,50000\r\n');
  });
});

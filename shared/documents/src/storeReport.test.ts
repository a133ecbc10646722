import { fillPlaces } from '@masomo/domain/say';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { expect, it } from 'vitest';
import { storeReportPaper } from './storeReport.ts';

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
  addons: [],
  segments: [{ segment: 'primary', count: 40, percentage: 100 }],
};

it('says the period and every figure as people read them, with what was not measured as a dash', () => {
  const paper = storeReportPaper({ brand: 'Masomo', analytics }, { printedOn: '2026-11-21', lang: 'en' }, fillPlaces);
  expect(paper).toMatchObject({
    title: 'Store Analytics',
    note: 'Masomo, Store Analytics, 23 Oct 2026 to 21 Nov 2026',
    facts: [
      { label: 'Period', value: '23 Oct 2026 to 21 Nov 2026' },
      { label: 'Created on', value: '21 Nov 2026' },
    ],
    empty: 'Nothing in this period.',
  });
  const [figures, months, addons] = paper.tables;
  expect(figures?.rows[0]).toEqual(['Total Revenue', '2,456,780', '2,000,000', '22.8']);
  expect(figures?.rows.at(-1)).toEqual(['Customer Satisfaction', '-', '-', '-']);
  expect(months?.rows).toEqual([['2026-11', '100,000', '50,000']]);
  expect(addons?.rows).toEqual([]);
});

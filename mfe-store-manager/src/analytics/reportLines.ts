import type { FigureName, StoreAnalytics } from '@masomo/data/storeAnalytics';
import { csvLine } from '@masomo/domain/csv';
import { figureKinds } from './figures.ts';

/** The whole screen as the lines of a CSV file: figures, months, add-ons, segments. */
export function reportLines({ from, to, figures, months, addons, segments }: StoreAnalytics): string[] {
  const names = Object.keys(figureKinds) as FigureName[];
  return [
    csvLine(['Store Analytics', from, to]),
    csvLine([]),
    csvLine(['Figure', 'Value', 'Period before', 'Growth %']),
    ...names.map((name) => csvLine([figureKinds[name].label, figures[name].value, figures[name].before, figures[name].growth])),
    csvLine([]),
    csvLine(['Month', 'SaaS (KES)', 'Standalone (KES)']),
    ...months.map(({ month, saas, standalone }) => csvLine([month, saas, standalone])),
    csvLine([]),
    csvLine(['Add-on', 'Category', 'Sales', 'Revenue (KES)', 'Share %', 'Average price (KES)', 'Growth %']),
    ...addons.map((addon) => csvLine([addon.name, addon.category, addon.sales, addon.revenue, addon.percentage, addon.average_price, addon.growth])),
    csvLine([]),
    csvLine(['Segment', 'Customers', 'Share %']),
    ...segments.map(({ segment, count, percentage }) => csvLine([segment, count, percentage])),
  ];
}

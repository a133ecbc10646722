import type { Figure, FigureName } from '@masomo/data/store/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber, formatPercent } from '@masomo/domain/number';
import type { StatChange } from '@masomo/design-system/admin';

const money = (value: number) => formatMoney(kes(value));

type FigureKind = { label: string; definition: string; show: (value: number) => string; lessIsBetter?: boolean };

export const figureDefinitions: Record<FigureName, FigureKind> = {
  revenue: { label: 'Total Revenue', definition: 'Gross amount of the orders placed in the period, cancelled ones left out.', show: money },
  orders: { label: 'Orders', definition: 'Orders placed in the period, cancelled ones left out.', show: formatNumber },
  addons_sold: { label: 'Add-ons Sold', definition: 'Add-on licences in those orders, by quantity.', show: formatNumber },
  customers: { label: 'Customers', definition: 'Different buyers who ordered in the period.', show: formatNumber },
  conversion: { label: 'Conversion Rate', definition: 'Orders per 100 visits of the store.', show: formatPercent },
  average_order_value: { label: 'Average Order Value', definition: 'Revenue divided by orders, in whole shillings.', show: money },
  retention: { label: 'Customer Retention', definition: 'Of the buyers of the period before, how many bought again.', show: formatPercent },
  cart_abandonment: {
    label: 'Cart Abandonment',
    definition: 'Of the carts begun in the period, how many were never bought.',
    show: formatPercent,
    lessIsBetter: true,
  },
  satisfaction: {
    label: 'Customer Satisfaction',
    definition: 'Mean of the one to five stars buyers gave their orders.',
    show: (value) => `${formatNumber(value)} / 5.0`,
  },
};

/** The formatted value; "Not measured" where there was no data. */
export function formatFigure(name: FigureName, { value }: Figure): string {
  return value === null ? 'Not measured' : figureDefinitions[name].show(value);
}

/** The formatted value of the previous period. */
export function formatPreviousFigure(name: FigureName, { before }: Figure): string {
  return before === null ? 'Not measured before' : `${figureDefinitions[name].show(before)} before`;
}

/** Growth in percent with its sign; `New` where there is nothing to compare with. */
export function formatGrowth(growth: number | null): string {
  return growth === null ? 'New' : `${growth > 0 ? '+' : ''}${formatPercent(growth)}`;
}

/** Change against the previous period, with a tone that knows whether less is better. */
export function figureChange(name: FigureName, { growth }: Figure): StatChange {
  if (growth === null) return { direction: 'none', label: 'Nothing to compare with', tone: 'neutral' };
  if (growth === 0) return { direction: 'none', label: 'As in the period before', tone: 'neutral' };
  const isGood = growth > 0 !== Boolean(figureDefinitions[name].lessIsBetter);
  return { direction: growth > 0 ? 'up' : 'down', label: `${formatGrowth(growth)} on the period before`, tone: isGood ? 'good' : 'bad' };
}

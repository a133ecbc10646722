import type { Figure, FigureName } from '@masomo/data/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import type { StatChange } from '@masomo/design-system/admin';

const count = (value: number) => value.toLocaleString('en-KE');
const percent = (value: number) => `${value.toLocaleString('en-KE')}%`;
const money = (value: number) => formatMoney(kes(value));

type FigureKind = { label: string; show: (value: number) => string; lessIsBetter?: boolean };

export const figureKinds: Record<FigureName, FigureKind> = {
  revenue: { label: 'Total Revenue', show: money },
  orders: { label: 'Orders', show: count },
  addons_sold: { label: 'Add-ons Sold', show: count },
  customers: { label: 'Customers', show: count },
  conversion: { label: 'Conversion Rate', show: percent },
  average_order_value: { label: 'Average Order Value', show: money },
  retention: { label: 'Customer Retention', show: percent },
  cart_abandonment: { label: 'Cart Abandonment', show: percent, lessIsBetter: true },
  satisfaction: { label: 'Customer Satisfaction', show: (value) => `${value.toLocaleString('en-KE')} / 5.0` },
};

/** A figure in words; "Not measured" where nothing happened that could be. */
export function showFigure(name: FigureName, { value }: Figure): string {
  return value === null ? 'Not measured' : figureKinds[name].show(value);
}

/** Growth in percent, with its sign. */
export function showGrowth(growth: number | null): string {
  return growth === null ? 'New' : `${growth > 0 ? '+' : ''}${growth.toLocaleString('en-KE')}%`;
}

/** How a figure moved against the period before. */
export function changeOf(name: FigureName, { growth }: Figure): StatChange {
  if (growth === null) return { direction: 'none', words: 'Nothing to compare with', tone: 'neutral' };
  if (growth === 0) return { direction: 'none', words: 'As in the period before', tone: 'neutral' };
  const isGood = growth > 0 !== Boolean(figureKinds[name].lessIsBetter);
  return { direction: growth > 0 ? 'up' : 'down', words: `${showGrowth(growth)} on the period before`, tone: isGood ? 'good' : 'bad' };
}

import { t } from '@lingui/core/macro';
import { figureLabels, type Figure, type FigureName } from '@masomo/domain/storeAnalytics';
import { translate } from '@masomo/i18n';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber, formatPercent } from '@masomo/domain/number';
import type { StatChange } from '@masomo/design-system/admin';

const money = (value: number) => formatMoney(kes(value));

type FigureKind = { label: string; definition: string; show: (value: number) => string; lessIsBetter?: boolean };

export const figureDefinitions: Record<FigureName, FigureKind> = {
  revenue: {
    label: translate(figureLabels.revenue),
    definition: t`Gross total of the orders placed in the period, excluding cancelled ones.`,
    show: money,
  },
  orders: {
    label: translate(figureLabels.orders),
    definition: t`Orders placed in the period, excluding cancelled ones.`,
    show: formatNumber,
  },
  addons_sold: {
    label: translate(figureLabels.addons_sold),
    definition: t`Add-on licences in those orders, by quantity.`,
    show: formatNumber,
  },
  customers: { label: translate(figureLabels.customers), definition: t`Distinct buyers who ordered in the period.`, show: formatNumber },
  conversion: { label: translate(figureLabels.conversion), definition: t`Orders per 100 visits to the store.`, show: formatPercent },
  average_order_value: {
    label: translate(figureLabels.average_order_value),
    definition: t`Revenue divided by orders, in whole shillings.`,
    show: money,
  },
  retention: {
    label: translate(figureLabels.retention),
    definition: t`Share of the previous period’s buyers who bought again.`,
    show: formatPercent,
  },
  cart_abandonment: {
    label: translate(figureLabels.cart_abandonment),
    definition: t`Share of the carts started in the period that did not become orders.`,
    show: formatPercent,
    lessIsBetter: true,
  },
  satisfaction: {
    label: translate(figureLabels.satisfaction),
    definition: t`Average rating that buyers gave their orders, from one to five stars.`,
    show: (value) => `${formatNumber(value)} / 5.0`,
  },
};

/** The formatted value; "Not measured" where there was no data. */
export function formatFigure(name: FigureName, { value }: Figure): string {
  return value === null ? t`Not measured` : figureDefinitions[name].show(value);
}

/** The formatted value of the previous period. */
export function formatPreviousFigure(name: FigureName, { before }: Figure): string {
  return before === null ? t`Not measured before` : t`previously ${figureDefinitions[name].show(before)}`;
}

/** Growth in percent with its sign; `New` where there is nothing to compare with. */
export function formatGrowth(growth: number | null): string {
  return growth === null ? t`New` : `${growth > 0 ? '+' : ''}${formatPercent(growth)}`;
}

/** Change against the previous period, with a tone that knows whether less is better. */
export function figureChange(name: FigureName, { growth }: Figure): StatChange {
  if (growth === null) return { direction: 'none', label: t`No earlier data`, tone: 'neutral' };
  if (growth === 0) return { direction: 'none', label: t`No change`, tone: 'neutral' };
  const isGood = growth > 0 !== Boolean(figureDefinitions[name].lessIsBetter);
  return { direction: growth > 0 ? 'up' : 'down', label: t`${formatGrowth(growth)} vs previous period`, tone: isGood ? 'good' : 'bad' };
}

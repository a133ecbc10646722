import { t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatMonth, formatMonthAndYear } from '@masomo/domain/time';
import { ChartCard } from '@masomo/remote/ChartCard';

/** Monthly revenue of SaaS and Standalone side by side. */
export function RevenueTrends({ months }: Pick<StoreAnalytics, 'months'>) {
  return (
    <ChartCard
      kind="bars"
      title={t`Revenue Trends`}
      unit="KES"
      pointName={t`Month`}
      format={(value) => formatMoney(kes(value))}
      empty={t`Nothing was sold in these months.`}
      series={[
        { key: 'saas', label: t`SaaS`, color: 'green' },
        { key: 'standalone', label: t`Standalone`, color: 'slate' },
      ]}
      points={months.map(({ month, saas, standalone }) => ({
        key: month,
        label: formatMonthAndYear(`${month}-01`),
        shortLabel: formatMonth(`${month}-01`),
        values: [saas, standalone],
      }))}
    />
  );
}

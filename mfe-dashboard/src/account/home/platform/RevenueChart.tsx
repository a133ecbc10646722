import { t } from '@lingui/core/macro';
import type { PlatformHome } from '@masomo/data/platform/platformHome';
import { formatMonth, formatMonthAndYear } from '@masomo/domain/time';
import { ChartCard } from '@masomo/remote/ChartCard';
import { formatShillings } from '../../../shared/paymentLabels.ts';

/** What was sold in each month, by version of the product. */
export function RevenueChart({ revenue }: Pick<PlatformHome, 'revenue'>) {
  return (
    <ChartCard
      kind="bars"
      title={t`Revenue by month`}
      unit="KES"
      pointName={t`Month`}
      format={formatShillings}
      empty={t`Nothing was sold in the last twelve months.`}
      series={[
        { key: 'saas', label: t`SaaS`, color: 'green' },
        { key: 'standalone', label: t`Standalone`, color: 'slate' },
      ]}
      points={revenue.map(({ start, saas, standalone }) => ({
        key: start,
        label: formatMonthAndYear(start),
        shortLabel: formatMonth(start),
        values: [saas, standalone],
      }))}
    />
  );
}

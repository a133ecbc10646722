import { t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatMonthAndYear } from '@masomo/domain/time';
import { Stack, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { Bar } from './Bar.tsx';
import { Panel } from './Panel.tsx';

/** Monthly revenue of SaaS and Standalone side by side. */
export function RevenueTrends({ months }: { months: StoreAnalytics['months'] }) {
  const highest = Math.max(1, ...months.flatMap(({ saas, standalone }) => [saas, standalone]));
  return (
    <Panel title={t`Revenue Trends`}>
      <PlainTable
        label={t`Revenue Trends`}
        columns={[
          { id: 'month', header: t`Month`, noWrap: true, cell: ({ month }) => formatMonthAndYear(`${month}-01`) },
          {
            id: 'saas',
            header: t`SaaS`,
            css: { w: '40%' },
            cell: ({ saas }) => <Amount value={saas} highest={highest} color="accent.solid" />,
          },
          {
            id: 'standalone',
            header: t`Standalone`,
            css: { w: '40%' },
            cell: ({ standalone }) => <Amount value={standalone} highest={highest} color="fg.muted" />,
          },
        ]}
        rows={months}
        rowKey={({ month }) => month}
      />
    </Panel>
  );
}

function Amount({ value, highest, color }: { value: number; highest: number; color: string }) {
  return (
    <Stack gap="1">
      <Text fontSize="xs" fontVariantNumeric="tabular-nums">
        {formatMoney(kes(value))}
      </Text>
      <Bar share={(value / highest) * 100} color={color} />
    </Stack>
  );
}

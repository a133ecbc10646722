import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatPercent } from '@masomo/domain/number';
import { Text } from '@masomo/design-system';
import { BarTable } from '@masomo/remote/BarTable';
import { Panel } from './Panel.tsx';

/** The five add-ons with the highest revenue; the bar is the share of all revenue. */
export function TopAddons({ addons }: Pick<StoreAnalytics, 'addons'>) {
  return (
    <Panel title={t`Top Performing Add-ons`}>
      {addons.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No add-ons were sold in this period.</Trans>
        </Text>
      ) : (
        <BarTable
          title={t`Top Performing Add-ons`}
          limit={100}
          rows={addons.slice(0, 5).map(({ name, category, sales, revenue, percentage }) => ({
            key: name + category,
            name,
            detail: `${plural(sales, { one: '# sale', other: '# sales' })} · ${formatMoney(kes(revenue))}`,
            figure: formatPercent(percentage ?? 0),
            value: percentage ?? 0,
          }))}
        />
      )}
    </Panel>
  );
}

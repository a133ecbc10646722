import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { Stack, Text } from '@masomo/design-system';
import { Panel } from './Panel.tsx';
import { ShareBar } from './ShareBar.tsx';

/** The five add-ons with the highest revenue. */
export function TopAddons({ addons }: Pick<StoreAnalytics, 'addons'>) {
  return (
    <Panel title={t`Top Performing Add-ons`}>
      {addons.length === 0 && (
        <Text color="fg.muted">
          <Trans>No add-ons were sold in this period.</Trans>
        </Text>
      )}
      <Stack as="ul" gap="4" listStyleType="none">
        {addons.slice(0, 5).map(({ name, category, sales, revenue, percentage }) => (
          <ShareBar
            key={name + category}
            label={name}
            share={percentage ?? 0}
            value={[`${percentage ?? 0}%`, plural(sales, { one: '# sale', other: '# sales' }), formatMoney(kes(revenue))].join(' · ')}
          />
        ))}
      </Stack>
    </Panel>
  );
}

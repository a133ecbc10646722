import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PlatformHome } from '@masomo/data/platform/platformHome';
import { formatNumber, formatPercent } from '@masomo/domain/number';
import { Text } from '@masomo/design-system';
import { BarTable } from '@masomo/remote/BarTable';
import { HomeCard } from '../HomeCard.tsx';

/** Trials that run, and what became of those that ended. */
export function TrialsCard({ trials: { running, bought, left } }: Pick<PlatformHome, 'trials'>) {
  const ended = bought + left;
  return (
    <HomeCard id="trials" title={<Trans>Trials</Trans>} link={{ to: '/dashboard/subscriptions', label: t`View subscriptions` }}>
      {running + ended === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No trial runs or has ended in the last 90 days.</Trans>
        </Text>
      ) : (
        <>
          <BarTable
            title={t`Trials`}
            rows={[
              { key: 'running', name: t`Running`, figure: formatNumber(running), value: running },
              { key: 'bought', name: t`Bought a plan`, figure: formatNumber(bought), value: bought },
              { key: 'left', name: t`Ended without one`, figure: formatNumber(left), value: left },
            ]}
          />
          {ended > 0 && (
            <Text textStyle="xs" color="fg.muted" mt="2" px="3">
              <Trans>{formatPercent(Math.round((bought * 100) / ended))} of the trials of the last 90 days became a subscription.</Trans>
            </Text>
          )}
        </>
      )}
    </HomeCard>
  );
}

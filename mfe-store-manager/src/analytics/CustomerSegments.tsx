import { t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatNumber } from '@masomo/domain/number';
import { Stack } from '@masomo/design-system';
import { Panel } from './Panel.tsx';
import { ShareBar } from './ShareBar.tsx';

const segmentLabels: Record<string, string> = {
  primary: t`Primary Schools`,
  secondary: t`Secondary Schools`,
  college: t`Colleges`,
  university: t`Universities`,
};

/** Customers by type of school. */
export function CustomerSegments({ segments }: Pick<StoreAnalytics, 'segments'>) {
  return (
    <Panel title={t`Customer Segments`}>
      <Stack as="ul" gap="4" listStyleType="none">
        {segments.map(({ segment, count, percentage }) => (
          <ShareBar
            key={segment}
            label={segmentLabels[segment] ?? segment}
            share={percentage ?? 0}
            value={`${formatNumber(count)} · ${percentage ?? 0}%`}
          />
        ))}
      </Stack>
    </Panel>
  );
}

import { plural, t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatPercent } from '@masomo/domain/number';
import { BarTable } from '@masomo/remote/BarTable';
import { Panel } from './Panel.tsx';

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
      <BarTable
        title={t`Customer Segments`}
        limit={100}
        rows={segments.map(({ segment, count, percentage }) => ({
          key: segment,
          name: segmentLabels[segment] ?? segment,
          detail: plural(count, { one: '# customer', other: '# customers' }),
          figure: formatPercent(percentage ?? 0),
          value: percentage ?? 0,
        }))}
      />
    </Panel>
  );
}

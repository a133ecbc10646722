import { t } from '@lingui/core/macro';
import type { SchoolHome } from '@masomo/data/platform/schoolHome';
import { formatPercent } from '@masomo/domain/number';
import { formatDate, formatDayAndMonth } from '@masomo/domain/time';
import { SimpleGrid } from '@masomo/design-system';
import { ChartCard } from '@masomo/remote/ChartCard';
import { formatShillings } from '../../../shared/paymentLabels.ts';

const weekOf = (start: string) => ({ key: start, label: t`Week of ${formatDate(start)}`, shortLabel: formatDayAndMonth(start) });
const hasBefore = (weeks: readonly { before: number | null }[]) => weeks.some(({ before }) => before !== null);

/** The weeks of the term, with the term before as a shadow where there is one. */
export function TermCharts({ fees, attendance }: Pick<SchoolHome, 'fees' | 'attendance'>) {
  return (
    <SimpleGrid columns={{ base: 1, lg: fees && attendance ? 2 : 1 }} gap="4">
      {fees && (
        <ChartCard
          kind="line"
          title={t`Fees since the term began`}
          unit="KES"
          pointName={t`Week of`}
          format={formatShillings}
          empty={t`Nothing was due or paid in this term yet.`}
          series={[
            { key: 'charged', label: t({ message: 'Due', context: 'amount' }), color: 'pale' },
            { key: 'collected', label: t`Collected`, color: 'green' },
            ...(hasBefore(fees) ? [{ key: 'before', label: t`Collected last term`, color: 'slate' } as const] : []),
          ]}
          points={fees.map(({ start, charged, collected, before }) => ({
            ...weekOf(start),
            values: hasBefore(fees) ? [charged, collected, before] : [charged, collected],
          }))}
        />
      )}
      {attendance && (
        <ChartCard
          kind="line"
          title={t`Attendance by week`}
          unit="%"
          pointName={t`Week of`}
          limit={100}
          format={formatPercent}
          empty={t`No register was taken in this term yet.`}
          series={[
            { key: 'share', label: t`Attendance`, color: 'green' },
            ...(hasBefore(attendance) ? [{ key: 'before', label: t`Last term`, color: 'slate' } as const] : []),
          ]}
          points={attendance.map(({ start, share, before }) => ({
            ...weekOf(start),
            values: hasBefore(attendance) ? [share, before] : [share],
          }))}
        />
      )}
    </SimpleGrid>
  );
}

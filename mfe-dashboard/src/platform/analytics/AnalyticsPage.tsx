import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { getPlatformAnalytics, overviewKeys } from '@masomo/data/platform/overview';
import { getPlatformTrends, platformConsoleKeys, type PlatformTrends } from '@masomo/data/platform/platformConsole';
import { formatNumber } from '@masomo/domain/number';
import { formatDate, formatDayAndMonth, formatMonth, formatMonthAndYear } from '@masomo/domain/time';
import { ErrorState, SimpleGrid, Skeleton, Stack } from '@masomo/design-system';
import { PageHeader, StatCard, type StatChange } from '@masomo/design-system/admin';
import { ChartCard } from '@masomo/remote/ChartCard';
import { ExportButtons } from '@masomo/remote/ExportButtons';
import type { TableExport } from '@masomo/remote/tableExport';
import { formatShillings } from '../../shared/paymentLabels.ts';
import { schoolKindLabels } from '../shared/labels.ts';
import { Breakdown } from './Breakdown.tsx';
import { roleLabelByName } from './platformLabels.ts';

type Month = PlatformTrends['months'][number];

/** The change since the previous month. */
function changeOf(now: number, before: number): StatChange {
  const difference = now - before;
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'none';
  return {
    direction,
    tone: difference > 0 ? 'good' : difference < 0 ? 'bad' : 'neutral',
    label:
      difference === 0
        ? t`No change since last month`
        : difference > 0
          ? t`+${formatNumber(difference)} since last month`
          : t`−${formatNumber(-difference)} since last month`,
  };
}

const exportedMonths = (): TableExport<Month> => ({
  name: t`Platform analytics`,
  columns: [
    { title: t`Month`, value: (row) => row.start, as: 'day' },
    { title: t`Schools`, value: (row) => row.schools },
    { title: t`Students`, value: (row) => row.students },
    { title: t`Accounts`, value: (row) => row.accounts },
    { title: t`Orders`, value: (row) => row.orders },
    { title: t`Revenue`, value: (row) => row.revenue },
    { title: t`Tickets`, value: (row) => row.tickets },
  ],
});

export function AnalyticsPage() {
  const { data: trends, error, isLoading, reload } = useQuery(platformConsoleKeys.trends(), getPlatformTrends);
  const { data: figures, isLoading: isCounting } = useQuery(overviewKeys.platform(), getPlatformAnalytics);
  return (
    <>
      <PageHeader
        title={t`Analytics`}
        description={t`Platform growth, revenue and usage.`}
        actions={<ExportButtons of={exportedMonths()} rows={trends?.months ?? []} disabled={!trends} />}
      />
      <Stack gap="4">
        {error && !trends ? <ErrorState error={error} onRetry={reload} /> : <Growth trends={trends} isLoading={isLoading} />}
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
          <Breakdown title={t`Schools by kind`} counts={figures?.schools_by_kind} labels={schoolKindLabels} isLoading={isCounting} />
          <Breakdown title={t`Users by role`} counts={figures?.users_by_role} labels={roleLabelByName} isLoading={isCounting} />
        </SimpleGrid>
      </Stack>
    </>
  );
}

function Growth({ trends, isLoading }: { trends: PlatformTrends | undefined; isLoading: boolean }) {
  const [now, before] = [trends?.months.at(-1), trends?.months.at(-2)];
  const card = (label: string, figure: (row: Month) => number) => (
    <StatCard
      label={label}
      isLoading={isLoading}
      value={now && formatNumber(figure(now))}
      {...(now && before ? { change: changeOf(figure(now), figure(before)) } : {})}
    />
  );
  const points = (values: (row: Month) => number[]) =>
    (trends?.months ?? []).map((row) => ({
      key: row.start,
      label: formatMonthAndYear(row.start),
      shortLabel: formatMonth(row.start),
      values: values(row),
    }));
  return (
    <>
      <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4">
        {card(t`Schools`, (row) => row.schools)}
        {card(t`Students`, (row) => row.students)}
        {card(t`Accounts`, (row) => row.accounts)}
        <StatCard
          label={t`Revenue this month`}
          isLoading={isLoading}
          value={now && formatShillings(now.revenue)}
          hint={before && t`${formatShillings(before.revenue)} last month`}
        />
      </SimpleGrid>
      {trends ? (
        <>
          <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
            <ChartCard
              kind="line"
              title={t`Students at month end`}
              pointName={t`Month`}
              series={[{ key: 'students', label: t`Students`, color: 'green' }]}
              points={points((row) => [row.students])}
              empty={t`No students yet.`}
            />
            <ChartCard
              kind="bars"
              title={t`Revenue by month`}
              unit="KES"
              pointName={t`Month`}
              series={[{ key: 'revenue', label: t`Revenue`, color: 'green' }]}
              points={points((row) => [row.revenue])}
              format={formatShillings}
              empty={t`No sales in the last 12 months.`}
            />
            <ChartCard
              kind="bars"
              title={t`Orders and tickets by month`}
              pointName={t`Month`}
              series={[
                { key: 'orders', label: t`Orders`, color: 'green' },
                { key: 'tickets', label: t`Tickets`, color: 'slate' },
              ]}
              points={points((row) => [row.orders, row.tickets])}
              empty={t`No orders or tickets yet.`}
            />
            <ChartCard
              kind="line"
              title={t`Active users, last 30 days`}
              pointName={t`Day`}
              series={[{ key: 'users', label: t`Users`, color: 'green' }]}
              empty={t`No sign-ins yet.`}
              points={trends.days.map(({ day, sign_ins }) => ({
                key: day,
                label: formatDate(day),
                shortLabel: formatDayAndMonth(day),
                values: [sign_ins],
              }))}
            />
          </SimpleGrid>
          <ChartCard
            kind="line"
            title={t`Site visits, last 30 days`}
            pointName={t`Day`}
            series={[{ key: 'visits', label: t`Visits`, color: 'green' }]}
            empty={t`No visits yet.`}
            points={trends.days.map(({ day, visits }) => ({
              key: day,
              label: formatDate(day),
              shortLabel: formatDayAndMonth(day),
              values: [visits],
            }))}
          />
        </>
      ) : (
        <Skeleton h="72" />
      )}
    </>
  );
}

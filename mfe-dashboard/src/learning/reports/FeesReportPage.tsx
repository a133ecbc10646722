import { plural, t } from '@lingui/core/macro';
import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getFeesReport, reportKeys, type FeesReport } from '@masomo/data/learning/reports';
import { formatDate, formatDayAndMonth, formatMonthAndYear } from '@masomo/domain/time';
import { ErrorState, SimpleGrid, Skeleton, Stack } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { ChartCard } from '@masomo/remote/ChartCard';
import { ExportButtons } from '@masomo/remote/ExportButtons';
import type { TableExport } from '@masomo/remote/tableExport';
import { Navigate } from '@masomo/navigation';
import { ShareTable } from './ShareTable.tsx';
import { formatBalance, formatShillings, paymentMethodLabel } from '../../shared/paymentLabels.ts';
import { ReportToolbar } from './ReportToolbar.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import type { ReportFilters } from './useReportFilters.ts';

const reportPath = '/dashboard/reports/fees';

export function FeesReportPage() {
  return (
    <Allowed to="finance:read" otherwise={<Navigate to="/dashboard/reports" replace />}>
      <ReportFrame current={reportPath}>{(filters) => <FeesReportView filters={filters} />}</ReportFrame>
    </Allowed>
  );
}

function FeesReportView({ filters }: { filters: ReportFilters }) {
  const { period } = filters;
  const {
    data: report,
    error,
    isLoading,
    reload,
  } = useQuery(reportKeys.fees(period), (db) => getFeesReport(db, period), { keepPreviousData: true });
  const exported: TableExport<FeesReport['classes'][number]> = {
    name: t`Fees ${period.from} to ${period.to}`,
    columns: [
      { title: t`Class`, value: (group) => group.name },
      { title: t({ message: 'Due', context: 'amount' }), value: (group) => group.charged },
      { title: t`Collected`, value: (group) => group.collected },
      { title: t`Balance`, value: (group) => group.balance },
    ],
  };
  return (
    <>
      <PageHeader
        title={t`Reports`}
        description={t`Attendance, results and fees of your school.`}
        actions={<ExportButtons of={exported} rows={report?.classes ?? []} disabled={!report} />}
      />
      <ReportToolbar current={reportPath} filters={filters} hasDateRange />
      {error && !report ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <Stack gap="4">
          <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4">
            <StatCard
              label={t({ message: 'Due', context: 'amount' })}
              isLoading={isLoading}
              value={report && formatShillings(report.charged)}
              hint={t`In this period`}
            />
            <StatCard
              label={t`Collected`}
              isLoading={isLoading}
              value={report && formatShillings(report.collected)}
              hint={t`In this period, net of reversals`}
            />
            <StatCard
              label={t`Balance`}
              isLoading={isLoading}
              value={report && formatBalance(report.balance)}
              hint={report && balanceHint(report)}
            />
            <StatCard
              label={t`Overdue`}
              isLoading={isLoading}
              value={report && formatShillings(report.overdue)}
              hint={t`Due by today, less payments`}
            />
          </SimpleGrid>
          {report ? <FeesCharts report={report} /> : <Skeleton h="72" />}
        </Stack>
      )}
    </>
  );
}

/** Why the balance is less than what is owed. */
const balanceHint = ({ owed, balance }: FeesReport) =>
  owed > balance
    ? t`All terms; ${formatShillings(owed)} owed less ${formatShillings(owed - balance)} others paid ahead`
    : t`Net balance, all terms`;

function FeesCharts({ report }: { report: FeesReport }) {
  const isByMonth = report.step === 'month';
  return (
    <>
      <ChartCard
        kind="bars"
        title={isByMonth ? t`Fees by month` : t`Fees by week`}
        unit="KES"
        pointName={isByMonth ? t`Month` : t`Week of`}
        format={formatShillings}
        empty={t`Nothing was due or paid in this period.`}
        series={[
          { key: 'charged', label: t({ message: 'Due', context: 'amount' }), color: 'pale' },
          { key: 'collected', label: t`Collected`, color: 'green' },
        ]}
        points={report.periods.map(({ start, charged, collected: paid }) => ({
          key: start,
          label: isByMonth ? formatMonthAndYear(start) : formatDate(start),
          shortLabel: isByMonth ? formatMonthAndYear(start) : formatDayAndMonth(start),
          values: [charged, paid],
        }))}
      />
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
        <ShareTable
          title={t`Balance by class`}
          nameHeader={t`Class`}
          figureHeader={t`Balance`}
          empty={t`No students match these filters.`}
          rows={report.classes.map((group) => ({
            key: group.id ?? 'none',
            name: group.name || t`No class`,
            detail: t`${formatShillings(group.collected)} collected`,
            figure: formatBalance(group.balance),
            value: group.balance,
          }))}
        />
        <ShareTable
          title={t`Collected by method`}
          nameHeader={t`Method`}
          figureHeader={t`Collected`}
          empty={t`Nothing was paid in this period.`}
          rows={report.methods.map(({ method, amount, payments }) => ({
            key: method,
            name: paymentMethodLabel(method),
            detail: t`${plural(payments, { one: '# payment', other: '# payments' })}`,
            figure: formatShillings(amount),
            value: amount,
          }))}
        />
      </SimpleGrid>
    </>
  );
}

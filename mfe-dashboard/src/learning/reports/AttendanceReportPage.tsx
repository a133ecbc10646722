import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import {
  getAttendanceReport,
  listAttendanceByStudent,
  reportKeys,
  type StudentAttendance,
  type AttendanceReport,
} from '@masomo/data/learning/reports';
import { attendancePercent, daysMarked } from '@masomo/domain/attendance';
import { formatNumber, formatPercent } from '@masomo/domain/number';
import { formatDate, formatDayAndMonth } from '@masomo/domain/time';
import { AppLink, Box, ErrorState, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { StatCard } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ChartCard } from '@masomo/remote/ChartCard';
import { ListScreen } from '@masomo/remote/ListScreen';
import { ShareTable } from './ShareTable.tsx';
import { ReportToolbar } from './ReportToolbar.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import type { ReportFilters } from './useReportFilters.ts';

const columns: DataTableColumn<StudentAttendance>[] = [
  {
    id: 'last_name',
    header: t`Student`,
    sortable: true,
    cell: (row) => (
      <Box>
        <AppLink to={`/dashboard/students/${row.id}`} fontWeight="600">
          {row.student}
        </AppLink>
        <Text fontSize="sm" color="fg.muted">
          {row.admissionNumber}
        </Text>
      </Box>
    ),
  },
  { id: 'class_name', header: t`Class`, sortable: true, cell: (row) => row.className || t`None` },
  { id: 'marked', header: t`Days marked`, align: 'end', cell: (row) => row.marked },
  { id: 'late', header: t`Late`, align: 'end', sortable: true, cell: (row) => row.late },
  { id: 'excused', header: t`Excused`, align: 'end', cell: (row) => row.excused },
  { id: 'absent', header: t`Absent`, align: 'end', sortable: true, cell: (row) => row.absent },
  { id: 'share', header: t`Attendance`, align: 'end', sortable: true, cell: (row) => `${row.share}%` },
];

export function AttendanceReportPage() {
  return <ReportFrame current="/dashboard/reports">{(filters) => <AttendanceReportList filters={filters} />}</ReportFrame>;
}

function AttendanceReportList({ filters }: { filters: ReportFilters }) {
  const { period } = filters;
  return (
    <ListScreen
      title={t`Reports`}
      description={t`Attendance, results and fees of your school.`}
      search={t`Search students`}
      columns={columns}
      sort={{ column: 'share', descending: false }}
      export={{
        name: t`Attendance ${period.from} to ${period.to}`,
        columns: [
          { title: t`Admission no.`, value: (row) => row.admissionNumber },
          { title: t`Student`, value: (row) => row.student },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Days marked`, value: (row) => row.marked },
          { title: t`Present`, value: (row) => row.present },
          { title: t`Late`, value: (row) => row.late },
          { title: t`Excused`, value: (row) => row.excused },
          { title: t`Absent`, value: (row) => row.absent },
          { title: t`Attendance %`, value: (row) => row.share },
        ],
      }}
      keyOf={(filter) => reportKeys.attendanceByStudent(period, filter)}
      query={(db, filter) => listAttendanceByStudent(db, period, filter)}
      filterKey={`${period.from} ${period.to} ${period.classId}`}
      isFiltered={period.classId !== ''}
      empty={{ title: t`No registers in this period`, text: t`Choose other dates.` }}
      rowLabel={(row) => row.student}
      intro={
        <>
          <ReportToolbar current="/dashboard/reports" filters={filters} hasDateRange />
          <Overview filters={filters} />
        </>
      }
    />
  );
}

function Overview({ filters: { period } }: { filters: ReportFilters }) {
  const {
    data: report,
    error,
    isLoading,
    reload,
  } = useQuery(reportKeys.attendance(period), (db) => getAttendanceReport(db, period), { keepPreviousData: true });
  if (error && !report)
    return (
      <Box mb="6">
        <ErrorState error={error} onRetry={reload} />
      </Box>
    );
  const counts = report?.counts;
  const attendance = counts ? attendancePercent(counts) : null;
  const shareOfDays = (count: number | undefined) =>
    counts && daysMarked(counts) > 0 ? t`${Math.round(((count ?? 0) * 1000) / daysMarked(counts)) / 10}% of days marked` : undefined;
  return (
    <Stack gap="4" mb="6">
      <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4">
        <StatCard
          label={t`Attendance`}
          isLoading={isLoading}
          value={counts && (attendance === null ? t`No registers yet` : `${attendance}%`)}
          hint={t`Present or late, of all days marked`}
        />
        <StatCard label={t`Late`} isLoading={isLoading} value={counts && formatNumber(counts.late)} hint={shareOfDays(counts?.late)} />
        <StatCard
          label={t`Excused`}
          isLoading={isLoading}
          value={counts && formatNumber(counts.excused)}
          hint={shareOfDays(counts?.excused)}
        />
        <StatCard
          label={t`Absent`}
          isLoading={isLoading}
          value={counts && formatNumber(counts.absent)}
          hint={shareOfDays(counts?.absent)}
        />
      </SimpleGrid>
      {report ? <AttendanceCharts report={report} /> : <Skeleton h="72" />}
    </Stack>
  );
}

function AttendanceCharts({ report }: { report: AttendanceReport }) {
  const isByWeek = report.step === 'week';
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
      <ChartCard
        kind="line"
        title={isByWeek ? t`Attendance by week` : t`Attendance by day`}
        unit="%"
        pointName={isByWeek ? t`Week of` : t`Day`}
        series={[{ key: 'attendance', label: t`Attendance`, color: 'green' }]}
        limit={100}
        format={formatPercent}
        empty={t`No register was taken in this period.`}
        points={report.days.map((day) => ({
          key: day.start,
          label: formatDate(day.start),
          shortLabel: formatDayAndMonth(day.start),
          values: [attendancePercent(day)],
        }))}
        details={[
          { label: t`Present`, values: report.days.map(({ present }) => formatNumber(present)) },
          { label: t`Late`, values: report.days.map(({ late }) => formatNumber(late)) },
          { label: t`Excused`, values: report.days.map(({ excused }) => formatNumber(excused)) },
          { label: t`Absent`, values: report.days.map(({ absent }) => formatNumber(absent)) },
        ]}
      />
      <ShareTable
        title={t`Attendance by class`}
        nameHeader={t`Class`}
        figureHeader={t`Attendance`}
        empty={t`No register was taken in this period.`}
        limit={100}
        rows={report.classes.map((group) => ({
          key: group.id,
          name: group.name,
          detail: t`${group.absent} absent, ${group.late} late`,
          figure: `${attendancePercent(group) ?? 0}%`,
          value: attendancePercent(group) ?? 0,
        }))}
      />
    </SimpleGrid>
  );
}

import { useQuery } from '@masomo/data';
import {
  getAttendanceReport,
  listAttendanceByStudent,
  reportKeys,
  type AttendanceOfStudent,
  type AttendanceReport,
  type MarkCounts,
} from '@masomo/data/learning/reports';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Box, ErrorState, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { StatCard } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../../shared/lists/ListScreen.tsx';
import { PeriodChart, type ChartSeries } from '../../shared/charts/PeriodChart.tsx';
import { ShareTable } from './ShareTable.tsx';
import { formatDay, formatShortDay } from '../../shared/days.ts';
import { ReportHead } from './ReportToolbar.tsx';
import { WithTerms } from './ReportFrame.tsx';
import type { ReportFilters } from './useReportFilters.ts';

const series: ChartSeries[] = [
  { label: 'Present', pattern: 'solid' },
  { label: 'Late', pattern: 'striped' },
  { label: 'Excused', pattern: 'dotted' },
  { label: 'Absent', pattern: 'outlined' },
];
const columns: DataTableColumn<AttendanceOfStudent>[] = [
  {
    id: 'last_name',
    header: 'Student',
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
  { id: 'class_name', header: 'Class', sortable: true, cell: (row) => row.className || 'None' },
  { id: 'marked', header: 'Days marked', align: 'end', cell: (row) => row.marked },
  { id: 'late', header: 'Late', align: 'end', sortable: true, cell: (row) => row.late },
  { id: 'excused', header: 'Excused', align: 'end', cell: (row) => row.excused },
  { id: 'absent', header: 'Absent', align: 'end', sortable: true, cell: (row) => row.absent },
  { id: 'share', header: 'Attendance', align: 'end', sortable: true, cell: (row) => `${row.share}%` },
];

const markedOf = ({ present, late, excused, absent }: MarkCounts) => present + late + excused + absent;
const shareOf = (counts: MarkCounts) =>
  markedOf(counts) === 0 ? 0 : Math.round(((counts.present + counts.late) * 1000) / markedOf(counts)) / 10;

/** Who came and who did not: the school, its classes, each learner. */
export function AttendanceReportPage() {
  return <WithTerms current="/dashboard/reports">{(filters) => <Attendance filters={filters} />}</WithTerms>;
}

function Attendance({ filters }: { filters: ReportFilters }) {
  const { period } = filters;
  return (
    <ListScreen
      title="Reports"
      description="Attendance, results and fees of your school."
      search="students"
      columns={columns}
      sort={{ column: 'share', descending: false }}
      csv={{
        fileName: `attendance-${period.from}-${period.to}`,
        header: ['Admission no.', 'Student', 'Class', 'Days marked', 'Present', 'Late', 'Excused', 'Absent', 'Attendance %'],
        cells: (row) => [
          row.admissionNumber,
          row.student,
          row.className,
          row.marked,
          row.present,
          row.late,
          row.excused,
          row.absent,
          row.share,
        ],
      }}
      keyOf={(filter) => reportKeys.attendanceByStudent(period, filter)}
      query={(db, filter) => listAttendanceByStudent(db, period, filter)}
      filterKey={`${period.from} ${period.to} ${period.classId}`}
      isFiltered={period.classId !== ''}
      empty={{ title: 'No registers in this period', text: 'Choose other days.' }}
      rowLabel={(row) => row.student}
      intro={
        <>
          <ReportHead current="/dashboard/reports" filters={filters} hasDays />
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
  const ofMarks = (count: number | undefined) =>
    counts && markedOf(counts) > 0 ? `${Math.round(((count ?? 0) * 1000) / markedOf(counts)) / 10}% of marks` : undefined;
  return (
    <Stack gap="4" mb="6">
      <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4">
        <StatCard
          label="Attendance"
          isLoading={isLoading}
          value={counts && markedOf(counts) > 0 ? `${shareOf(counts)}%` : 'No marks'}
          hint="Present or late, of all marks"
        />
        <StatCard label="Late" isLoading={isLoading} value={counts && formatNumber(counts.late)} hint={ofMarks(counts?.late)} />
        <StatCard label="Excused" isLoading={isLoading} value={counts && formatNumber(counts.excused)} hint={ofMarks(counts?.excused)} />
        <StatCard label="Absent" isLoading={isLoading} value={counts && formatNumber(counts.absent)} hint={ofMarks(counts?.absent)} />
      </SimpleGrid>
      {report ? <Drawings report={report} /> : <Skeleton h="72" />}
    </Stack>
  );
}

function Drawings({ report }: { report: AttendanceReport }) {
  const isByWeek = report.step === 'week';
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
      <PeriodChart
        title={isByWeek ? 'Attendance by week' : 'Attendance by day'}
        periodName={isByWeek ? 'Week of' : 'Day'}
        series={series}
        isStacked
        empty="No register was taken in this period."
        periods={report.days.map(({ start, present, late, excused, absent }) => ({
          key: start,
          label: formatDay(start),
          shortLabel: formatShortDay(start),
          values: [present, late, excused, absent],
        }))}
      />
      <ShareTable
        title="Attendance by class"
        nameHeader="Class"
        figureHeader="Attendance"
        empty="No register was taken in this period."
        rows={report.classes.map((group) => ({
          key: group.id,
          name: group.name,
          detail: `${group.absent} absent, ${group.late} late`,
          figure: `${shareOf(group)}%`,
          share: shareOf(group),
        }))}
      />
    </SimpleGrid>
  );
}

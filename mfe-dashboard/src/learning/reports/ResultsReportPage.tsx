import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type DataError } from '@masomo/data';
import {
  getResultsReport,
  listResultsByStudent,
  reportKeys,
  type ReportTerm,
  type StudentResults,
  type ResultsReport,
} from '@masomo/data/learning/reports';
import {
  bandLabel,
  followsFromPercent,
  gradeOf,
  levelCounts,
  percentText,
  wholePercent,
  type GradingScale,
} from '@masomo/domain/gradebook';
import { translate } from '@masomo/i18n';
import type { Term } from '@masomo/data/platform/schools';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Box, EmptyState, ErrorState, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { gradeHeader } from '../../shared/gradeHeader.ts';
import { ChartCard } from '@masomo/remote/ChartCard';
import { ListScreen } from '@masomo/remote/ListScreen';
import { inOrder, LevelShares } from './LevelShares.tsx';
import { ShareTable } from './ShareTable.tsx';
import { ClassReportCards, ClassReportCardsButton } from './ClassReportCards.tsx';
import { ReportCardButton } from '../../shared/pdf/ReportCardButton.tsx';
import { ReportToolbar } from './ReportToolbar.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import type { ReportFilters } from './useReportFilters.ts';

const reportPath = '/dashboard/reports/results';
/** The grade of a mean, or how many results are at each level where there is none; empty where a class is not graded. */
const gradeText = (report: ResultsReport | undefined, { mean, scaleId, percents }: StudentResults) => {
  const scale = report?.scales.find((entry) => entry.scale?.id === scaleId)?.scale ?? null;
  return mean === null ? levelCounts(scale, percents) : (gradeOf(scale, mean)?.code ?? '');
};
const gradeTitle = (hasMeans: boolean, hasLevels: boolean) => {
  if (!hasLevels) return t`Mean grade`;
  return hasMeans ? t`Mean grade or levels` : t`Levels`;
};

export function ResultsReportPage() {
  return <ReportFrame current={reportPath}>{(filters) => <ResultsReportList filters={filters} />}</ReportFrame>;
}

function ResultsReportList({ filters }: { filters: ReportFilters }) {
  const {
    term,
    period: { classId },
    className,
  } = filters;
  const description = t`Attendance, results and fees of your school.`;
  if (!term)
    return (
      <>
        <PageHeader title={t`Reports`} description={description} />
        <ReportToolbar current={reportPath} filters={filters} />
        <EmptyState title={t`No terms yet`}>
          <Trans>Results are kept by term. An administrator adds terms under School.</Trans>
        </EmptyState>
      </>
    );
  return <TermResults term={term} scope={{ termId: term.id, classId }} className={className} filters={filters} description={description} />;
}

type TermResultsProps = { term: Term; scope: ReportTerm; className: string; filters: ReportFilters; description: string };

function TermResults({ term, scope, className, filters, description }: TermResultsProps) {
  const { classId } = scope;
  const query = useQuery(reportKeys.results(scope), (db) => getResultsReport(db, scope), { keepPreviousData: true });
  // A school of the competency-based curriculum has no means at all, and in the first grades no levels that follow from marks.
  const hasMeans = query.data?.mean !== null;
  const hasLevels = query.data?.scales.some(({ scale }) => scale?.curriculum === 'cbc' && followsFromPercent(scale)) ?? false;
  const columns: DataTableColumn<StudentResults>[] = [
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
    { id: 'class_name', header: t`Class`, sortable: true, cell: (row) => row.className },
    { id: 'subjects', header: t`Subjects`, align: 'end', sortable: true, cell: (row) => row.subjects },
    ...(hasMeans
      ? [{ id: 'mean', header: t`Mean`, align: 'end' as const, sortable: true, cell: (row: StudentResults) => percentText(row.mean) }]
      : []),
    ...(hasMeans || hasLevels
      ? [{ id: 'grade', header: gradeTitle(hasMeans, hasLevels), cell: (row: StudentResults) => gradeText(query.data, row) || '–' }]
      : []),
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <ReportCardButton
          size="xs"
          variant="outline"
          termId={term.id}
          studentId={row.id}
          fileName={t`Report card ${row.admissionNumber}`}
          aria-label={t`Report card of ${row.student}`}
        >
          <Trans>Report card</Trans>
        </ReportCardButton>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Reports`}
      description={description}
      search={t`Search students`}
      columns={columns}
      sort={{ column: 'mean', descending: true }}
      export={{
        name: t`Results ${term.name}`,
        columns: [
          { title: t`Admission no.`, value: (row) => row.admissionNumber },
          { title: t`Student`, value: (row) => row.student },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Subjects`, value: (row) => row.subjects },
          { title: t`Mean %`, value: (row) => (row.mean === null ? '' : wholePercent(row.mean)) },
          { title: gradeTitle(hasMeans, hasLevels), value: (row) => gradeText(query.data, row) },
        ],
      }}
      keyOf={(filter) => reportKeys.resultsByStudent(scope, filter)}
      query={(db, filter) => listResultsByStudent(db, scope, filter)}
      filterKey={`${term.id} ${classId}`}
      isFiltered={Boolean(classId)}
      empty={{ title: t`No results in this term`, text: t`Choose another term.` }}
      rowLabel={(row) => row.student}
      actions={<ClassReportCardsButton termId={term.id} classId={classId} className={className} />}
      intro={
        <>
          <ReportToolbar current={reportPath} filters={filters} />
          <ClassReportCards terms={filters.terms ?? []} classes={filters.classes} />
          <Overview {...query} />
        </>
      }
    />
  );
}

type OverviewProps = { data: ResultsReport | undefined; error: DataError | undefined; isLoading: boolean; reload: () => Promise<unknown> };

function Overview({ data: report, error, isLoading, reload }: OverviewProps) {
  if (error && !report)
    return (
      <Box mb="6">
        <ErrorState error={error} onRetry={reload} />
      </Box>
    );
  const results = report?.scales.flatMap(({ percents }) => percents).reduce((sum, entry) => sum + entry.results, 0);
  const isWithoutMean = report !== undefined && report.mean === null && report.students > 0;
  return (
    <Stack gap="4" mb="6">
      <SimpleGrid columns={{ base: 2, sm: isWithoutMean ? 2 : 3 }} gap="4">
        {!isWithoutMean && (
          <StatCard
            label={t`Mean`}
            isLoading={isLoading}
            value={report && (report.students === 0 ? t`No marks` : percentText(report.mean))}
          />
        )}
        <StatCard label={t`Students with marks`} isLoading={isLoading} value={report && formatNumber(report.students)} />
        <StatCard
          label={t`Results`}
          isLoading={isLoading}
          value={results === undefined ? undefined : formatNumber(results)}
          hint={t`One per student and subject`}
        />
      </SimpleGrid>
      {report ? <ResultsCharts report={report} /> : <Skeleton h="72" />}
    </Stack>
  );
}

function ResultsCharts({ report }: { report: ResultsReport }) {
  const rowsOf = (means: ResultsReport['subjects']) =>
    means.map(({ id, name, students, mean }) => ({
      key: id,
      name,
      detail: plural(students, { one: '# student', other: '# students' }),
      figure: percentText(mean),
      value: mean,
    }));
  const empty = t`No marks were given in this term.`;
  return (
    <>
      {[...report.scales]
        .sort((a, b) => inOrder(a.levels[0] ?? '', b.levels[0] ?? ''))
        .map(
          ({ scale, levels, percents }) =>
            scale &&
            followsFromPercent(scale) && (
              <ScaleChart key={scale.id} scale={scale} levels={levels.join(', ')} percents={percents} empty={empty} />
            ),
        )}
      <LevelShares scales={report.scales} />
      {(report.mean !== null || report.students === 0) && (
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
          <ShareTable
            title={t`Mean by subject`}
            nameHeader={t`Subject`}
            figureHeader={t`Mean`}
            limit={100}
            rows={rowsOf(report.subjects)}
            empty={empty}
          />
          <ShareTable
            title={t`Mean by class`}
            nameHeader={t`Class`}
            figureHeader={t`Mean`}
            limit={100}
            rows={rowsOf(report.classes)}
            empty={empty}
          />
        </SimpleGrid>
      )}
    </>
  );
}

type ScaleChartProps = { scale: GradingScale; levels: string; percents: ResultsReport['scales'][number]['percents']; empty: string };

function ScaleChart({ scale, levels, percents, empty }: ScaleChartProps) {
  const resultsAt = (code: string) =>
    percents.filter(({ percent }) => gradeOf(scale, percent)?.code === code).reduce((sum, { results }) => sum + results, 0);
  return (
    <ChartCard
      kind="bars"
      title={scale.curriculum === 'cbc' ? t`Results by level: ${levels}` : t`Results by grade: ${levels}`}
      pointName={gradeHeader(scale)}
      series={[{ key: 'results', label: t`Results`, color: 'green' }]}
      empty={empty}
      points={scale.bands.map(({ code, label }) => ({
        key: code,
        label: `${code}, ${translate(bandLabel({ label })).toLowerCase()}`,
        shortLabel: code,
        values: [resultsAt(code)],
      }))}
    />
  );
}

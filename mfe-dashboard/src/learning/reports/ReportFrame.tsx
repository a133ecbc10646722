import type { ReactNode } from 'react';
import { ErrorState, SkeletonText } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ReportHead } from './ReportToolbar.tsx';
import { useReportFilters, type ReportFilters } from './useReportFilters.ts';

type WithTermsProps = { current: Parameters<typeof ReportHead>[0]['current']; children: (filters: ReportFilters) => ReactNode };

/** Waits for the school's terms: without them nothing is known of the period. */
export function WithTerms({ current, children }: WithTermsProps) {
  const { reportFilters } = useReportFilters();
  if (reportFilters.terms) return children(reportFilters);
  const head = (
    <>
      <PageHeader title="Reports" description="Attendance, results and fees of your school." />
      <ReportHead current={current} filters={reportFilters} />
    </>
  );
  return (
    <>
      {head}
      {reportFilters.error ? (
        <ErrorState error={reportFilters.error} onRetry={reportFilters.reload} />
      ) : (
        <SkeletonText noOfLines={8} gap="4" />
      )}
    </>
  );
}

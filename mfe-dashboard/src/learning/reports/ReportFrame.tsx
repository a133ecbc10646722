import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ErrorState, SkeletonText } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ReportToolbar } from './ReportToolbar.tsx';
import { useReportFilters, type ReportFilters } from './useReportFilters.ts';

type ReportFrameProps = { current: Parameters<typeof ReportToolbar>[0]['current']; children: (filters: ReportFilters) => ReactNode };

/** Waits for the terms, because the default period is the current term. */
export function ReportFrame({ current, children }: ReportFrameProps) {
  const { reportFilters } = useReportFilters();
  if (reportFilters.terms) return children(reportFilters);
  const head = (
    <>
      <PageHeader title={t`Reports`} description={t`Attendance, results and fees of your school.`} />
      <ReportToolbar current={current} filters={reportFilters} />
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

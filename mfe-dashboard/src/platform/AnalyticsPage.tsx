import { useQuery } from '@masomo/data';
import { getPlatformAnalytics, overviewKeys } from '@masomo/data/overview';
import { ErrorState, SimpleGrid, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { formatDay } from '../shared/days.ts';
import { Breakdown } from './Breakdown.tsx';
import { roleWords } from './platformWords.ts';

/** Who uses the platform and who visits the site. */
export function AnalyticsPage() {
  const { data: figures, error, isLoading, reload } = useQuery(overviewKeys.platform(), getPlatformAnalytics);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  const visits = figures && Object.fromEntries(figures.visits.slice(-10).map(({ day, visits: count }) => [formatDay(day), count]));
  return (
    <>
      <PageHeader title="Analytics" description="Growth and use of the platform." />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
          <Breakdown title="Schools by kind" counts={figures?.schools_by_kind} isLoading={isLoading} />
          <Breakdown title="Users by role" counts={figures?.users_by_role} words={roleWords} isLoading={isLoading} />
        </SimpleGrid>
        <Breakdown title="Visits of the site, last ten days" counts={visits} isLoading={isLoading} />
      </Stack>
    </>
  );
}

import { useQuery } from '@masomo/data';
import { countPages, pageCountKeys } from '@masomo/data/site/pageCounts';
import { ButtonLink, ErrorState, SimpleGrid } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { LatestChanges } from './LatestChanges.tsx';
import { QuickActions } from './QuickActions.tsx';

/** The start page of the CMS: counts, the latest changes with their authors, and shortcuts. */
export function DashboardPage() {
  const { data: counts, error, isLoading, reload } = useQuery(pageCountKeys.all(), countPages);
  return (
    <>
      <PageHeader
        title="Content"
        description="What visitors read."
        actions={
          <ButtonLink to="/dashboard/cms/pages/new" size="sm">
            New page
          </ButtonLink>
        }
      />
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4">
          <StatCard label="Pages" isLoading={isLoading} value={counts?.total} />
          <StatCard label="Published" isLoading={isLoading} value={counts?.published} />
          <StatCard label="Drafts" isLoading={isLoading} value={counts && counts.total - counts.published} />
          <StatCard label="Media files" isLoading={isLoading} value={counts?.files} />
        </SimpleGrid>
      )}
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" mt="4" alignItems="start">
        <LatestChanges />
        <QuickActions />
      </SimpleGrid>
    </>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        title={t`Content`}
        description={t`The content visitors see.`}
        actions={
          <ButtonLink to="/dashboard/cms/pages/new" size="sm">
            <Trans>New page</Trans>
          </ButtonLink>
        }
      />
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4">
          <StatCard label={t`Pages`} isLoading={isLoading} value={counts?.total} />
          <StatCard label={t`Published`} isLoading={isLoading} value={counts?.published} />
          <StatCard label={t`Drafts`} isLoading={isLoading} value={counts && counts.total - counts.published} />
          <StatCard label={t`Media files`} isLoading={isLoading} value={counts?.files} />
        </SimpleGrid>
      )}
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" mt="4" alignItems="start">
        <LatestChanges />
        <QuickActions />
      </SimpleGrid>
    </>
  );
}

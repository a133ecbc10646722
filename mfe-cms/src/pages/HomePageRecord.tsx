import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listSystemPages, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { ButtonLink, EmptyState, ErrorState, SkeletonText } from '@masomo/design-system';
import { Navigate } from '@masomo/navigation';

/** Redirects to the editor of the home page. */
export function HomePageRecord() {
  const { data: pages, error, reload } = useQuery(settingGroupKeys.systemPages(), listSystemPages);
  const home = pages?.find(({ slug }) => slug === 'home');
  if (home) return <Navigate to={`/dashboard/cms/pages/${home.id}/edit`} replace />;
  if (error) return <ErrorState title={t`The home page could not be opened`} error={error} onRetry={reload} />;
  if (!pages) return <SkeletonText noOfLines={8} gap="5" />;
  return (
    <EmptyState
      title={t`There is no home page`}
      action={
        <ButtonLink to="/dashboard/cms/pages" size="sm">
          <Trans>All pages</Trans>
        </ButtonLink>
      }
    >
      <Trans>Its record was removed from the database.</Trans>
    </EmptyState>
  );
}

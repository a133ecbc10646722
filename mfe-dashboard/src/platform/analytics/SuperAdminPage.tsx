import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getPlatformAnalytics, overviewKeys } from '@masomo/data/platform/overview';
import { formatNumber } from '@masomo/domain/number';
import { ButtonLink, ErrorState, SimpleGrid, Stack } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { subscriptionStatusLabels } from '../shared/labels.ts';
import { AttentionCard } from './AttentionCard.tsx';
import { Breakdown } from './Breakdown.tsx';
import { roleLabelByName } from './platformLabels.ts';

export function SuperAdminPage() {
  const { data: figures, error, isLoading, reload } = useQuery(overviewKeys.platform(), getPlatformAnalytics);
  return (
    <>
      <PageHeader
        title={t`Super Admin`}
        description={t`The platform at a glance.`}
        actions={
          <>
            <ButtonLink to="/dashboard/schools" size="sm" variant="outline">
              <Trans>Schools</Trans>
            </ButtonLink>
            <ButtonLink to="/dashboard/users" size="sm" variant="outline">
              <Trans>Users</Trans>
            </ButtonLink>
            <ButtonLink to="/dashboard/support" size="sm" variant="outline">
              <Trans>Support</Trans>
            </ButtonLink>
            <ButtonLink to="/dashboard/super-admin/releases" size="sm" variant="outline">
              <Trans>Releases</Trans>
            </ButtonLink>
          </>
        }
      />
      {error && !figures ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <Stack gap="6">
          <SimpleGrid columns={{ base: 2, sm: 3 }} gap="4">
            <StatCard label={t`Active schools`} isLoading={isLoading} value={figures?.schools} />
            <StatCard label={t`Active students`} isLoading={isLoading} value={figures && formatNumber(figures.students)} />
            <StatCard label={t`Active users`} isLoading={isLoading} value={figures?.sign_ins_30d} hint={t`Last 30 days`} />
          </SimpleGrid>
          <AttentionCard />
          <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
            <Breakdown title={t`Users by role`} counts={figures?.users_by_role} labels={roleLabelByName} isLoading={isLoading} />
            <Breakdown
              title={t`Subscriptions`}
              counts={figures?.subscriptions_by_status}
              labels={subscriptionStatusLabels}
              isLoading={isLoading}
            />
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}

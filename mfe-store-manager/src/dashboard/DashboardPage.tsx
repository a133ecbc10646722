import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Allowed, useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getOrderTotals, orderKeys } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { ButtonLink, Card, ErrorState, Grid, Heading, SimpleGrid, Stack } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { RecentOrders } from './RecentOrders.tsx';
import { TopSellers } from './TopSellers.tsx';

const managerActions = [
  { to: '/dashboard/store/addons/new', label: t`New add-on` },
  { to: '/dashboard/store/orders', label: t`Manage orders` },
  { to: '/dashboard/store/analytics', label: t`View analytics` },
  { to: '/dashboard/store/addons', label: t`Manage add-ons` },
] as const;
const buyerActions = [
  { to: '/dashboard/store/orders', label: t`See your orders` },
  { to: '/dashboard/store/licences', label: t`See your licences` },
  { to: '/store', label: t`Go to the store` },
] as const;

/** Store overview for managers, or a school's own orders for buyers, with quick actions. */
export function DashboardPage() {
  const { data: totals, error, isLoading, reload } = useQuery(orderKeys.totals(), getOrderTotals, { live: ['orders'] });
  const canManage = useIsAllowed('store:manage');
  const actions = canManage ? managerActions : buyerActions;
  return (
    <>
      <PageHeader title={t`Store`} description={canManage ? t`The store at a glance.` : t`Your orders at a glance.`} />
      <Stack gap="6">
        {error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4">
            <StatCard label={t`Total orders`} isLoading={isLoading} value={totals && formatNumber(totals.orders)} />
            <StatCard
              label={canManage ? t`Total revenue` : t`Total ordered`}
              isLoading={isLoading}
              value={totals && formatMoney(kes(totals.revenue))}
              // The line is there before its text, so that nothing moves.
              hint={totals ? t`${formatMoney(kes(totals.paidRevenue))} paid` : '\u00a0'}
            />
            <StatCard label={t`Completed`} isLoading={isLoading} value={totals && formatNumber(totals.completed)} />
            <StatCard label={t`Pending`} isLoading={isLoading} value={totals && formatNumber(totals.pending)} />
          </SimpleGrid>
        )}
        <Grid templateColumns={{ base: '1fr', xl: '1.6fr 1fr' }} gap="4" alignItems="start">
          <RecentOrders canManage={canManage} />
          <Stack gap="4" minW="0">
            <Allowed to="store-analytics:read">
              <TopSellers />
            </Allowed>
            <Card.Root as="section" aria-labelledby="quick-actions">
              <Card.Header>
                <Heading as="h2" size="md" id="quick-actions">
                  <Trans>Quick actions</Trans>
                </Heading>
              </Card.Header>
              <Card.Body gap="2">
                {actions.map((action) => (
                  <ButtonLink key={action.to} to={action.to} variant="outline" justifyContent="flex-start">
                    {action.label}
                  </ButtonLink>
                ))}
              </Card.Body>
            </Card.Root>
          </Stack>
        </Grid>
      </Stack>
    </>
  );
}

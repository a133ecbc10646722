import { useQuery } from '@masomo/data';
import { getOrderTotals, orderKeys } from '@masomo/data/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { ButtonLink, ErrorState, SimpleGrid } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';

/** Where a store manager starts: how the store stands, and the ways on. */
export function DashboardPage() {
  const { data: totals, error, isLoading, reload } = useQuery(orderKeys.totals(), getOrderTotals);
  return (
    <>
      <PageHeader title="Store" description="How the store stands." actions={<ButtonLink to="/dashboard/store/orders" size="sm">Manage orders</ButtonLink>} />
      {error ? <ErrorState error={error} onRetry={reload} /> : (
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
          <StatCard label="Total orders" isLoading={isLoading} value={totals?.orders.toLocaleString('en-KE')} />
          <StatCard label="Total revenue" isLoading={isLoading} value={totals && formatMoney(kes(totals.revenue))} hint={totals && `${formatMoney(kes(totals.paidRevenue))} paid`} />
          <StatCard label="Completed" isLoading={isLoading} value={totals?.completed.toLocaleString('en-KE')} />
          <StatCard label="Pending" isLoading={isLoading} value={totals?.pending.toLocaleString('en-KE')} />
        </SimpleGrid>
      )}
    </>
  );
}

import { t } from '@lingui/core/macro';
import type { OrderTotals } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { SimpleGrid } from '@masomo/design-system';
import { StatCard } from '@masomo/design-system/admin';

/** The four figures above the list. `revenue` sums all order totals, which for a buyer is what the school ordered; the hint shows the paid part. */
export function OrderTotalsCards({ totals, canManage }: { totals: OrderTotals | undefined; canManage: boolean }) {
  const isLoading = !totals;
  return (
    <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4" mb="6">
      <StatCard label={t`Total Orders`} isLoading={isLoading} value={totals && formatNumber(totals.orders)} />
      <StatCard
        label={canManage ? t`Total Revenue` : t`Total Ordered`}
        isLoading={isLoading}
        value={totals && formatMoney(kes(totals.revenue))}
        // The line is there before its text, so that nothing moves.
        hint={totals ? t`${formatMoney(kes(totals.paidRevenue))} paid` : '\u00a0'}
      />
      <StatCard label={t`Completed`} isLoading={isLoading} value={totals && formatNumber(totals.completed)} />
      <StatCard label={t`Pending`} isLoading={isLoading} value={totals && formatNumber(totals.pending)} />
    </SimpleGrid>
  );
}

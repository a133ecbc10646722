import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { EmptyState, SimpleGrid, Skeleton } from '@masomo/design-system';
import { useCurrency } from '@masomo/data/store/exchangeRate';
import type { PriceCategory } from '@masomo/domain/pricing';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { PlanCard } from '../shared/PlanCard.tsx';
import { priceIn } from '../shared/prices.tsx';
import { usePlans } from '../shared/usePlans.ts';

/** The plans of one version from the price book, at their annual price. */
export function PricingBlock({ category }: { category: PriceCategory }) {
  const { plans, error, isLoading, reload } = usePlans();
  const { rate } = useCurrency();
  const columns = category === 'saas' ? { base: 1, md: 2, xl: 4 } : { base: 1, lg: 3 };
  if (isLoading)
    return (
      <SimpleGrid columns={columns} gap="6" aria-busy="true">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} height="96" />
        ))}
      </SimpleGrid>
    );
  if (!plans) return <LoadFailure error={error} onRetry={reload} />;
  const visiblePlans = plans.filter((plan) => plan.category === category);
  if (visiblePlans.length === 0)
    return (
      <EmptyState title={t`No plans are on sale right now`}>
        <Trans>Write to us and we will quote for your school.</Trans>
      </EmptyState>
    );
  return (
    <SimpleGrid as="ul" listStyleType="none" columns={columns} gap="6" alignItems="stretch">
      {visiblePlans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} price={priceIn(rate.kesPerUsd)} />
      ))}
    </SimpleGrid>
  );
}

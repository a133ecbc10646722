import { listPlans, priceBookKeys } from '@masomo/data/site/priceBook';
import { useSiteQuery } from './useSiteQuery.ts';

/** Plans of both versions. */
export function usePlans() {
  const { data: plans, error, isLoading, reload } = useSiteQuery(priceBookKeys.plans(), listPlans);
  return { plans, error, isLoading, reload };
}

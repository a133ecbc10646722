import { getPriceBook, priceBookKeys } from '@masomo/data/site/priceBook';
import { useSiteQuery } from './useSiteQuery.ts';

/** Plans, add-ons and services as the public pages list them. */
export function usePriceBook() {
  const { data, error, isLoading, reload } = useSiteQuery(priceBookKeys.book(), getPriceBook);
  return { plans: data?.plans, addons: data?.addons, services: data?.services, error, isLoading, reload };
}

import { listPricedAddons, priceBookKeys } from '@masomo/data/site/priceBook';
import { useSiteQuery } from './useSiteQuery.ts';

/** Add-ons of both versions, as the public pages list them. */
export function useAddons() {
  const { data: addons, error, isLoading, reload } = useSiteQuery(priceBookKeys.addons(), listPricedAddons);
  return { addons, error, isLoading, reload };
}

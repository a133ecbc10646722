import { useMemo } from 'react';
import { useQuery, type DataError } from '@masomo/data';
import { catalogueKeys, readCatalogue, type Addon, type StoreItem } from '@masomo/data/store/catalogue';

export type Catalogue = {
  addons: Addon[] | undefined;
  /** Plans and services sold in the store. */
  offers: StoreItem[];
  /** Everything that can be in a cart. */
  items: readonly StoreItem[] | undefined;
  isLoading: boolean;
  error: DataError | undefined;
  reload: () => Promise<unknown>;
};

/** Everything on sale, revalidated on focus so that an open tab picks up a new price. */
export function useCatalogue(): Catalogue {
  const { data, isLoading, error, reload } = useQuery(catalogueKeys.store(), readCatalogue);
  const items = useMemo(() => data && [...data.addons.filter(({ isReady }) => isReady), ...data.offers], [data]);
  return { addons: data?.addons, offers: data?.offers ?? [], items, isLoading, error, reload };
}

import { useMemo } from 'react';
import { useIdentity } from '@masomo/auth';
import { useQuery, type DataError } from '@masomo/data';
import { catalogueKeys, readCatalogue, type Addon, type AddonCategory, type StoreItem } from '@masomo/data/store/catalogue';
import { soldTo } from '@masomo/domain/pricing';

export type Catalogue = {
  addons: Addon[] | undefined;
  /** Plans and services sold in the store. */
  offers: StoreItem[];
  /** The version of the person's school, which decides what is shown; null without a school. */
  version: AddonCategory | null;
  /** Everything that can be in a cart. */
  items: readonly StoreItem[] | undefined;
  /** Whether an item is on sale, but only to schools of the other version. */
  isOfOtherVersion: (id: string) => boolean;
  isLoading: boolean;
  error: DataError | undefined;
  reload: () => Promise<unknown>;
};

/** Everything on sale to this person, revalidated on focus so that an open tab picks up a new price. */
export function useCatalogue(): Catalogue {
  const { data, isLoading, error, reload } = useQuery(catalogueKeys.store(), readCatalogue);
  const identity = useIdentity().data;
  const version = identity?.schoolVersion ?? null;
  const sold = identity?.sold;
  const offered = useMemo(() => data && { addons: soldTo(sold, data.addons), offers: soldTo(sold, data.offers) }, [data, sold]);
  const items = useMemo(() => offered && [...offered.addons.filter(({ isReady }) => isReady), ...offered.offers], [offered]);
  const isOfOtherVersion = (id: string) =>
    !!data && [...data.addons, ...data.offers].some((item) => item.id === id) && !items?.some((item) => item.id === id);
  return { addons: offered?.addons, offers: offered?.offers ?? [], version, items, isOfOtherVersion, isLoading, error, reload };
}

import { useMemo } from 'react';
import { useIdentity } from '@masomo/auth';
import { useQuery, type DataError } from '@masomo/data';
import { catalogueKeys, readCatalogue, type Addon, type StoreItem } from '@masomo/data/store/catalogue';
import { offeredTo } from '@masomo/domain/pricing';

export type Catalogue = {
  addons: Addon[] | undefined;
  /** Plans and services sold in the store. */
  offers: StoreItem[];
  /** Whether only what runs on a school's own server is shown, as to people of such a school. */
  isForOwnServer: boolean;
  /** Everything that can be in a cart. */
  items: readonly StoreItem[] | undefined;
  isLoading: boolean;
  error: DataError | undefined;
  reload: () => Promise<unknown>;
};

/** Everything on sale to this person, revalidated on focus so that an open tab picks up a new price. */
export function useCatalogue(): Catalogue {
  const { data, isLoading, error, reload } = useQuery(catalogueKeys.store(), readCatalogue);
  const version = useIdentity().data?.schoolVersion;
  const offered = useMemo(
    () => data && { addons: offeredTo(version, data.addons), offers: offeredTo(version, data.offers) },
    [data, version],
  );
  const items = useMemo(() => offered && [...offered.addons.filter(({ isReady }) => isReady), ...offered.offers], [offered]);
  const isForOwnServer = version === 'standalone';
  return { addons: offered?.addons, offers: offered?.offers ?? [], isForOwnServer, items, isLoading, error, reload };
}

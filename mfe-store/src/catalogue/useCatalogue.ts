import { useQuery, type DataError } from '@masomo/data';
import { catalogueKeys, listAddons, type Addon } from '@masomo/data/catalogue';

export type Catalogue = { addons: Addon[] | undefined; isLoading: boolean; error: DataError | undefined; reload: () => Promise<unknown> };

/** Everything on sale. Read again whenever the page regains the focus, so an open tab learns of a new price. */
export function useCatalogue(): Catalogue {
  const { data: addons, isLoading, error, reload } = useQuery(catalogueKeys.addons(), listAddons);
  return { addons, isLoading, error, reload };
}

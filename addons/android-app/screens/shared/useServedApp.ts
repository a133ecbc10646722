import { useQuery } from '@masomo/data';
import { getServedApp, servedPath } from '../../data/schoolApp.ts';

/** Where the app at an address is; null where the gateway serves none, undefined until that is known. */
export function useServedApp(address: string | null | undefined) {
  return useQuery(address ? ['school-app', 'served', address] : null, () => getServedApp(servedPath(address ?? '')));
}

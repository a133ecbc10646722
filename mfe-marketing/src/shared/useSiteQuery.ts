import { hasContentChanged, useQuery, type Db, type QueryKey, type QueryResult } from '@masomo/data';

/**
 * Reads content of the public site. What the server rendered the page with is fresh enough to keep;
 * a visitor who comes back to the tab, or whose content has been changed since, gets today's.
 */
export function useSiteQuery<T>(key: QueryKey | null, query: (db: Db) => Promise<T>): QueryResult<T> {
  return useQuery(key, query, { revalidateIfStale: hasContentChanged(), revalidateOnFocus: true, focusThrottleInterval: 60_000 });
}

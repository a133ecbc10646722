import { isContentStale, useQuery, type Db, type QueryKey, type QueryResult } from '@masomo/data';

/**
 * Queries content of the public site. Server-rendered data is fresh enough not to be refetched on load; returning to the tab, or
 * a change made in this browser, revalidates it.
 */
export function useSiteQuery<T>(key: QueryKey | null, query: (db: Db) => Promise<T>): QueryResult<T> {
  return useQuery(key, query, { revalidateIfStale: isContentStale(), revalidateOnFocus: true, focusThrottleInterval: 60_000 });
}

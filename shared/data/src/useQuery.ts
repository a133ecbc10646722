import useSWR, { unstable_serialize as serialize, type SWRConfiguration } from 'swr';
import { getDb, type Db } from './db.ts';
import { asDataError, type DataError } from './errors.ts';
import { useLive, type LiveTopic } from './live.ts';

/** A cache key: the aggregate first, then what narrows it, e.g. `['orders', { status: 'pending' }]`. */
export type QueryKey = readonly [aggregate: string, ...rest: unknown[]];

export type QueryResult<T> = {
  data: T | undefined;
  error: DataError | undefined;
  /** First load of this key: nothing of its own to show yet. */
  isLoading: boolean;
  /** A load is in flight, with or without data on the screen. */
  isValidating: boolean;
  reload: () => Promise<unknown>;
  /** Replaces the cached data without revalidating it. */
  setData: (data: T) => Promise<unknown>;
};

type QueryOptions<T> = SWRConfiguration<T, DataError> & {
  /** Reads again when somebody has changed one of these, or of what the data name. */
  live?: readonly LiveTopic[] | ((data: T) => readonly LiveTopic[]) | undefined;
};

/**
 * Reads through the shared cache. A null key reads nothing (waiting for another value).
 * `query` gets the current visitor's client; its failures arrive classified in `error`.
 */
export function useQuery<T>(key: QueryKey | null, query: (db: Db) => Promise<T>, options?: QueryOptions<T>): QueryResult<T> {
  const response = useSWR<T, DataError, QueryKey | null>(
    key,
    async () => {
      try {
        return await query(await getDb());
      } catch (failure) {
        throw asDataError(failure);
      }
    },
    options,
  );
  const live = typeof options?.live === 'function' ? response.data && options.live(response.data) : options?.live;
  useLive(live, live ? serialize(key) : '', response.mutate);
  // Read when they are asked for: SWR renders a component again for what it has read, and few show that data are being validated.
  return {
    get data() {
      return response.data;
    },
    get error() {
      return response.error;
    },
    get isLoading() {
      // What the server rendered the page with is there to show, though the cache has not read it yet.
      return (response.data === undefined || options?.keepPreviousData === true) && response.isLoading;
    },
    get isValidating() {
      return response.isValidating;
    },
    reload: () => response.mutate(),
    setData: (known) => response.mutate(known, { revalidate: false }),
  };
}

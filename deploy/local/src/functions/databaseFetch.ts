import { withApiKeys } from '../keys/apiKeys.ts';
import { restFetcher } from '../postgrest/restFetcher.ts';

export type DatabaseAccess = {
  /** Base URL of the services, as functions see it in `SUPABASE_URL`. */
  servicesUrl: string;
  /** Current base URL of PostgREST. */
  postgrestOrigin: () => string;
  publishableKey: string;
  secretKey: string;
  serviceRoleToken: () => Promise<string>;
};

/** A `fetch` for a function's thread that sends database requests directly to PostgREST and everything else unchanged. */
export function databaseFetch({ servicesUrl, postgrestOrigin, ...keys }: DatabaseAccess, fallback: typeof fetch): typeof fetch {
  const restPrefix = `${servicesUrl}/rest/v1/`;
  const service = withApiKeys(keys, restFetcher(postgrestOrigin));
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(restPrefix) ? service(new Request(input, init)) : fallback(input, init);
  };
}

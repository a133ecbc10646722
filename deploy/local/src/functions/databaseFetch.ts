import { withApiKeys } from '../keys/apiKeys.ts';
import { restFetcher } from '../postgrest/restFetcher.ts';

export type DatabaseAccess = {
  /** Address of the services, as functions know it. */
  servicesUrl: string;
  /** Where PostgREST listens. */
  postgrestOrigin: string;
  publishableKey: string;
  secretKey: string;
  serviceRoleToken: () => Promise<string>;
};

/** A `fetch` for a function's thread: what it asks of the tables goes straight to PostgREST, everything else where it always went. */
export function databaseFetch(
  { servicesUrl, tablesOrigin: postgrestOrigin, ...keys }: DatabaseAccess,
  fallback: typeof fetch,
): typeof fetch {
  const restPrefix = `${servicesUrl}/rest/v1/`;
  const service = withApiKeys(keys, restFetcher(postgrestOrigin));
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(restPrefix) ? service(new Request(input, init)) : fallback(input, init);
  };
}

import { withApiKeys } from '../keys/apiKeys.ts';
import { restFetcher } from '../postgrest/restFetcher.ts';

export type Tables = {
  /** Address of the services, as functions know it. */
  servicesUrl: string;
  /** Where PostgREST listens. */
  tablesOrigin: string;
  publishableKey: string;
  secretKey: string;
  serviceRoleToken: () => Promise<string>;
};

/** A `fetch` for a function's thread: what it asks of the tables goes straight to PostgREST, everything else where it always went. */
export function tablesFetch({ servicesUrl, tablesOrigin, ...keys }: Tables, outside: typeof fetch): typeof fetch {
  const tables = `${servicesUrl}/rest/v1/`;
  const service = withApiKeys(keys, restFetcher(tablesOrigin));
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(tables) ? service(new Request(input, init)) : outside(input, init);
  };
}

import type { Fetcher } from '@masomo/gateway';
import { forwardOptions } from '../host/forwardOptions.ts';

/** Forwards requests under /rest/v1 to PostgREST, whose origin changes when it is replaced, and streams the responses back. */
export function restFetcher(origin: () => string): Fetcher {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ['host', 'connection', 'apikey', 'cookie', 'content-length']) headers.delete(name);
    return fetch(origin() + pathname.replace(/^\/rest\/v1/, '') + search, forwardOptions(request, headers));
  };
}

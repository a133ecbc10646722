import type { Fetcher } from '@masomo/gateway';
import { forwardOptions } from '../host/forwardOptions.ts';

/** PostgREST closes a connection on which it refuses a larger body unread, and the next request that shares it would be lost. */
const maxSharedBodyBytes = 8_192;

/** Forwards requests under /rest/v1 to PostgREST, whose origin changes when it is replaced, and streams the responses back. */
export function restFetcher(origin: () => string): Fetcher {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const isShared = Number(headers.get('content-length') ?? 0) <= maxSharedBodyBytes;
    for (const name of ['host', 'connection', 'apikey', 'cookie', 'content-length']) headers.delete(name);
    if (!isShared) headers.set('connection', 'close');
    return fetch(origin() + pathname.replace(/^\/rest\/v1/, '') + search, forwardOptions(request, headers));
  };
}

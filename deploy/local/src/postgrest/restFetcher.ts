import type { Fetcher } from '@masomo/gateway';
import { forwardOptions } from '../host/forwardOptions.ts';

/** PostgREST closes a connection on which it refuses a larger body unread, and the next request that shares it would be lost. */
const maxSharedBodyBytes = 8_192;

/** Forwards requests under /rest/v1 to PostgREST, whose origin changes when it is replaced, and streams the responses back. */
export function restFetcher(origin: () => string): Fetcher {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const declared = headers.get('content-length');
    // A body that comes in pieces says how large it is once it is read; the gateway bounds it.
    const body = request.body && declared === null ? await request.arrayBuffer() : request.body;
    const size = body instanceof ArrayBuffer ? body.byteLength : Number(declared ?? 0);
    for (const name of ['host', 'connection', 'apikey', 'cookie', 'content-length']) headers.delete(name);
    if (size > maxSharedBodyBytes) headers.set('connection', 'close');
    const { method, signal } = request;
    return fetch(origin() + pathname.replace(/^\/rest\/v1/, '') + search, forwardOptions({ method, signal, body }, headers));
  };
}

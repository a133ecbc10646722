import type { Fetcher } from '@masomo/gateway';

/** Forwards requests under /rest/v1 to PostgREST and streams the responses back. */
export function restFetcher(origin: string): Fetcher {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ['host', 'connection', 'apikey', 'cookie', 'content-length']) headers.delete(name);
    const body = request.body ? { body: request.body, duplex: 'half' } : {};
    return fetch(origin + pathname.replace(/^\/rest\/v1/, '') + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: request.signal,
      ...body,
    } as RequestInit);
  };
}

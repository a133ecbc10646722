import { PostgrestClient } from '@supabase/postgrest-js';
import type { Db } from '@masomo/data';

/** A request sent by the code under test, as PostgREST would receive it. */
export type SentRequest = { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers };

/** A fake response: a status with a JSON body, and the total of a counted list. */
export type FakeResponse = { status?: number; body: unknown; total?: number };

/**
 * A real PostgREST client over a function instead of the network, so queries are built and parsed as in production.
 * `sent` records the requests.
 */
export function fakeDb(respond: (request: SentRequest) => FakeResponse | Promise<FakeResponse>): { db: Db; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const fakeFetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const request: SentRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname.replace(/^\//, ''),
      query: url.searchParams,
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
      headers: new Headers(init?.headers),
    };
    // The key that seals what a person types belongs to every signed-in screen, and is no test's subject.
    if (request.path === 'rpc/outbox_key') return Response.json('07'.repeat(32));
    sent.push(request);
    const { status = 200, body, total } = await respond(request);
    const headers = new Headers({ 'content-type': 'application/json' });
    if (total !== undefined) headers.set('content-range', `0-${Math.max(0, total - 1)}/${total}`);
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
  };
  return { db: new PostgrestClient('http://database.test', { fetch: fakeFetch }), sent };
}

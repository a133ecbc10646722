import type { Backend, Fetcher } from '@masomo/gateway';

/** Headers that belong to one connection. */
const perConnection = ['host', 'connection', 'content-length', 'transfer-encoding'];
const healthLimit = 2_500;

/** A Supabase project that runs elsewhere, behind the gateway's one origin. Nothing of a backend runs on this machine. */
export function hostedBackend(supabaseUrl: string, publishableKey: string): Backend {
  const base = supabaseUrl.replace(/\/+$/, '');
  const reach: Fetcher = async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of perConnection) headers.delete(name);
    const body = request.body ? { body: request.body, duplex: 'half' } : {};
    const answer = await fetch(base + pathname + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: request.signal,
      ...body,
    } as RequestInit);
    // fetch has decompressed the body already: the headers that describe it as it travelled would be wrong.
    const described = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) described.delete(name);
    return new Response(answer.body, { status: answer.status, headers: described });
  };
  const stateOf = async (path: string) => {
    try {
      const answer = await fetch(base + path, { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(healthLimit) });
      await answer.body?.cancel();
      return answer.status < 500 ? 'ok' : `${base}${path} answers ${answer.status}`;
    } catch (error) {
      return `${base}${path} does not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  return {
    auth: reach,
    rest: reach,
    storage: reach,
    functions: reach,
    health: async () => {
      const [auth, rest] = await Promise.all([stateOf('/auth/v1/health'), stateOf('/rest/v1/')]);
      return { auth, rest };
    },
  };
}

import type { Backend, Fetcher } from '@masomo/gateway';

/** Headers that belong to one connection. */
const hopByHopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding'];
const healthTimeoutMs = 2_500;

/** A Supabase project that runs elsewhere, behind the gateway's one origin. Nothing of a backend runs on this machine. */
export function hostedBackend(supabaseUrl: string, publishableKey: string): Backend {
  const base = supabaseUrl.replace(/\/+$/, '');
  const forward: Fetcher = async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of hopByHopHeaders) headers.delete(name);
    const body = request.body ? { body: request.body, duplex: 'half' } : {};
    const answer = await fetch(base + pathname + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: request.signal,
      ...body,
    } as RequestInit);
    // fetch has decompressed the body already: the headers that describe it as it travelled would be wrong.
    const responseHeaders = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) responseHeaders.delete(name);
    return new Response(answer.body, { status: answer.status, headers: responseHeaders });
  };
  const probe = async (path: string) => {
    try {
      const answer = await fetch(base + path, { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(healthTimeoutMs) });
      await answer.body?.cancel();
      return answer.status < 500 ? 'ok' : `${base}${path} answers ${answer.status}`;
    } catch (error) {
      return `${base}${path} does not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  return {
    auth: forward,
    rest: forward,
    storage: forward,
    functions: forward,
    health: async () => {
      const [auth, rest] = await Promise.all([probe('/auth/v1/health'), probe('/rest/v1/')]);
      return { auth, rest };
    },
  };
}

import type { Backend, Fetcher } from '@masomo/gateway';
import { forwardOptions } from '../host/forwardOptions.ts';
import { errorMessage } from '../host/errorCode.ts';

/** Headers that describe one connection and must not be forwarded. */
const hopByHopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding'];
const healthTimeoutMs = 2_500;

/** A backend that forwards every request to a hosted Supabase project, so that the browser sees one origin. */
export function hostedBackend(supabaseUrl: string, publishableKey: string): Backend {
  const base = supabaseUrl.replace(/\/+$/, '');
  const forward: Fetcher = async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of hopByHopHeaders) headers.delete(name);
    const response = await fetch(base + pathname + search, forwardOptions(request, headers));
    // fetch already decompressed the body, so the headers that describe the encoded one would be wrong.
    const responseHeaders = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) responseHeaders.delete(name);
    return new Response(response.body, { status: response.status, headers: responseHeaders });
  };
  const probe = async (path: string) => {
    try {
      const response = await fetch(base + path, { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(healthTimeoutMs) });
      await response.body?.cancel();
      return response.status < 500 ? 'ok' : `${base}${path} responds with ${response.status}`;
    } catch (error) {
      return `${base}${path} does not respond: ${errorMessage(error)}`;
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

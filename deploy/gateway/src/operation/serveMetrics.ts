import { listen, type Listening } from '../http/listen.ts';
import type { Metrics } from './metrics.ts';

/** Serves a gateway's metrics on a port of their own, which visitors never reach. */
export function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Listening> {
  return listen(
    async (request) => {
      if (new URL(request.url).pathname !== '/metrics') return new Response('There is nothing here.', { status: 404 });
      return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' } });
    },
    port,
    host,
  );
}

import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from '@masomo/contracts/registry';
import type { Tracing } from '../tracing/tracing.ts';
import { kindOf, type Metrics, type RequestKind } from './metrics.ts';

type Operation = { log: Logger; metrics: Metrics; liveRegistry: () => Promise<Registry | null>; tracing?: Tracing | undefined };

/** Files and questions of load balancers would drown what people do. */
const untraced: ReadonlySet<RequestKind> = new Set(['release', 'operation']);
const known = /^[\w.-]{8,64}$/;

/**
 * What an operator works with: every request has a number (`x-request-id`, given by the proxy in front or made here), is
 * counted, traced where that is configured and, at level `info`, logged without its query; `/livez` says that the process answers, `/readyz` whether it
 * should get visitors. The answer's `drain` makes it unready and ends kept connections with their next answer.
 */
export function addOperation(app: Hono, { log, metrics, liveRegistry, tracing }: Operation): { drain(): void } {
  let isDraining = false;
  app.use(async (c, next) => {
    const kind = kindOf(c.req.path);
    const startedAt = performance.now();
    const given = c.req.header('x-request-id');
    const id = given && known.test(given) ? given : randomBytes(12).toString('base64url');
    const answered = metrics.startRequest(kind);
    let trace: string | undefined;
    try {
      if (tracing && !untraced.has(kind)) {
        await tracing.traceRequest(c.req.raw, { kind, path: c.req.path, id }, async (of) => {
          trace = of;
          await next();
          return c.res.status;
        });
      } else await next();
    } finally {
      answered(c.res.status);
      c.res.headers.set('x-request-id', id);
      if (isDraining) c.res.headers.set('connection', 'close');
      log.info(
        {
          id,
          ...(trace ? { trace } : {}),
          kind,
          method: c.req.method,
          path: c.req.path,
          status: c.res.status,
          ms: Math.round(performance.now() - startedAt),
        },
        'request',
      );
    }
  });
  const noStore = { 'cache-control': 'no-store' };
  app.get('/livez', (c) => c.json({ status: 'ok' }, 200, noStore));
  app.get('/readyz', async (c) => {
    if (isDraining) return c.json({ status: 'draining' }, 503, noStore);
    const live = await liveRegistry().catch(() => null);
    return live
      ? c.json({ status: 'ok', registry: live.revision }, 200, noStore)
      : c.json({ status: 'no shell is live yet' }, 503, noStore);
  });
  return {
    drain: () => {
      isDraining = true;
    },
  };
}

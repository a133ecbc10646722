import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Backend } from '../backend.ts';
import type { LiveRegistry } from '../registry/followRegistry.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { kindOf, type Metrics, type RequestKind } from './metrics.ts';
import { readHealth } from './readHealth.ts';

type Operation = {
  log: Logger;
  metrics: Metrics;
  liveRegistry: LiveRegistry;
  backend: Backend;
  tracing?: Tracing | undefined;
};

/** Files and the probes of load balancers would drown what people do. */
const untracedKinds: ReadonlySet<RequestKind> = new Set(['release', 'operation']);
const requestIdPattern = /^[\w.-]{8,64}$/;
/** For refusals that do not say when to try again. */
const defaultRetrySeconds = '60';
/** Without what follows the name of a function: there, callbacks of payment providers have their secret. */
const loggedPath = (path: string) => path.replace(/^(\/functions\/v1\/[^/]+)\/.*$/, '$1/…');
const noStore = { 'cache-control': 'no-store' };

/**
 * What an operator works with. Every request has an id (`x-request-id`, from the proxy in front or made here), is counted, traced if
 * that is configured, and logged without its query at level `info`. `/livez` reports that the process runs, `/readyz` whether it
 * should get visitors, `/healthz` every part behind it. `drain` makes the gateway unready and closes each connection with its next response.
 */
export function addOperation(app: Hono, { log, metrics, liveRegistry, backend, tracing }: Operation): { drain(): void } {
  let isDraining = false;
  app.use(async (c, next) => {
    const kind = kindOf(c.req.path);
    const startedAt = performance.now();
    const given = c.req.header('x-request-id');
    const id = given && requestIdPattern.test(given) ? given : randomBytes(12).toString('base64url');
    const finishRequest = metrics.startRequest(kind);
    let trace: string | undefined;
    try {
      if (tracing && !untracedKinds.has(kind)) {
        await tracing.traceRequest(c.req.raw, { kind, path: loggedPath(c.req.path), id }, async (traceId) => {
          trace = traceId;
          await next();
          return c.res.status;
        });
      } else await next();
    } finally {
      finishRequest(c.res.status);
      c.res.headers.set('x-request-id', id);
      if (c.res.status === 429 && !c.res.headers.has('retry-after')) c.res.headers.set('retry-after', defaultRetrySeconds);
      if (isDraining) c.res.headers.set('connection', 'close');
      log.info(
        {
          id,
          ...(trace ? { trace } : {}),
          kind,
          method: c.req.method,
          path: loggedPath(c.req.path),
          status: c.res.status,
          ms: Math.round(performance.now() - startedAt),
        },
        'request',
      );
    }
  });
  app.get('/livez', (c) => c.json({ status: 'ok' }, 200, noStore));
  app.get('/readyz', async (c) => {
    if (isDraining) return c.json({ status: 'draining' }, 503, noStore);
    const live = await liveRegistry().catch(() => null);
    if (!live) return c.json({ status: 'no shell is live yet' }, 503, noStore);
    if (!liveRegistry.isPrepared()) return c.json({ status: 'rendering the first pages' }, 503, noStore);
    return c.json({ status: 'ok', registry: live.revision }, 200, noStore);
  });
  app.get('/healthz', async (c) => {
    const { isHealthy, parts } = await readHealth(backend, liveRegistry);
    if (!isHealthy) log.error({ parts }, 'unhealthy');
    const states = Object.entries(parts).map(([name, state]) => [name, state === 'ok' ? 'ok' : 'unavailable']);
    return c.json({ status: isHealthy ? 'ok' : 'unavailable', parts: Object.fromEntries(states) }, isHealthy ? 200 : 503, noStore);
  });
  return {
    drain: () => {
      isDraining = true;
    },
  };
}

import type { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { commonHeaders, strictPolicy } from './securityHeaders.ts';

/** Adds the security headers to every response, including those to requests that failed. */
export function addSecurityHeaders(app: Hono, { log, tls }: { log: Logger; tls: boolean }): void {
  const headers = Object.entries({ ...commonHeaders(tls), 'content-security-policy': strictPolicy });
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
  app.onError((error, c) => {
    // A refusal of Hono's own, such as of a body that is too large.
    if (error instanceof HTTPException) return error.getResponse();
    log.error({ err: error, path: c.req.path }, 'request failed');
    return c.text('Something went wrong on the server. Try again shortly.', 500);
  });
}

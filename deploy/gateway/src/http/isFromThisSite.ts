import type { Context } from 'hono';

/**
 * Whether a page of this site sent the request. Browsers say so in `Sec-Fetch-Site`, which no page can write; those that do not, and all
 * browsers without TLS, name the page's origin with a form.
 */
export function isFromThisSite(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === (c.req.header('host') ?? new URL(c.req.url).host));
}

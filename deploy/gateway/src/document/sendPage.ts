import type { Context } from 'hono';
import { acceptedEncodings } from '../http/acceptedEncodings.ts';
import { cdnHeaders } from '../http/cdnHeaders.ts';
import { matchesEtag } from '../http/matchesEtag.ts';
import { privatePageHeaders } from '../http/securityHeaders.ts';
import type { ComposedPage } from './composedPage.ts';
import { redirectTarget } from './pageKind.ts';

type Audience = {
  /** Whether the page differs between visitors. */
  isPersonal: boolean;
  /** Whether a CDN in front may cache it. */
  isCacheable: boolean;
};

/** Sends a composed page in an encoding the browser accepts, or 304 when the browser has it already. */
export async function sendPage(c: Context, page: ComposedPage, { isPersonal, isCacheable }: Audience): Promise<Response> {
  if (page.redirect) return c.redirect(redirectTarget(page.redirect, c.req.url), 301);
  const [encoding] = acceptedEncodings(c.req.header('accept-encoding'));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    ...(page.isPrivate ? privatePageHeaders : {}),
    'cache-control': 'no-cache',
    ...(page.status === 200 && isCacheable ? cdnHeaders : {}),
    etag: page.etag,
    vary: isPersonal ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  };
  if (matchesEtag(c.req.header('if-none-match'), page.etag)) return c.body(null, 304, headers);
  const body = await page.body(encoding);
  if (c.req.method === 'HEAD') return c.body(null, page.status as 200, { ...headers, 'content-length': String(body.byteLength) });
  return c.body(body, page.status as 200, headers);
}

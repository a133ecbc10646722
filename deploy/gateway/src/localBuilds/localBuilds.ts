import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { Signer } from '../http/createSigner.ts';

const cookie = 'masomo_builds';
const purpose = 'local builds';
const aDay = 24 * 3_600;

/** Only this machine's own addresses: nobody's server ever becomes a source of scripts for somebody else's browser. */
export const localAddress = z
  .url({
    protocol: /^https?$/,
    hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/,
    error: 'A local build is served by this machine, such as http://localhost:7700/mfe-cms/.',
  })
  .refine((address) => new URL(address).pathname.endsWith('/') && !new URL(address).username, 'The address ends with a slash.')
  .transform((address) => new URL(address).origin + new URL(address).pathname);

/** Remote -> address of the folder with its `release.json`, for one browser. */
export type LocalBuilds = Readonly<Record<string, string>>;
const builds = z.record(z.string(), localAddress);

/** The local builds this browser was given; empty for everybody else. */
export function localBuildsOf(c: Context, signer: Signer): LocalBuilds {
  return builds.safeParse(signer.verify(purpose, getCookie(c, cookie))).data ?? {};
}

/** Gives this browser these local builds for a day; none ends them. */
export function setLocalBuilds(c: Context, signer: Signer, wanted: LocalBuilds, secure: boolean): void {
  const options = { path: '/', sameSite: 'Lax', httpOnly: true, secure } as const;
  if (Object.keys(wanted).length === 0) deleteCookie(c, cookie, options);
  else setCookie(c, cookie, signer.sign(purpose, wanted, aDay), { ...options, maxAge: aDay });
}

/** The policy of a document, with the local builds' origins and nothing else allowed besides. */
export function allowLocalBuilds(policy: string, local: LocalBuilds): string {
  const origins = [...new Set(Object.values(local).map((address) => new URL(address).origin))].join(' ');
  return `${policy.replaceAll(/(script|style|img|connect)-src 'self'/g, (directive) => `${directive} ${origins}`)}; font-src 'self' ${origins}`;
}

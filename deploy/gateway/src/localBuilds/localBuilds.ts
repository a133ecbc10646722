import type { Context } from 'hono';
import { z } from 'zod';
import type { Registry } from '@masomo/contracts/registry';
import { sentence } from '@masomo/domain/sentences';
import type { CookieKind, SignedCookies } from '../http/signedCookies.ts';

const cookie: CookieKind = { name: 'masomo_builds', purpose: 'local builds', seconds: 24 * 3_600 };

/** Only addresses of the developer's own machine: no other server may become a source of scripts. */
export const localAddressSchema = z
  .url({
    protocol: /^https?$/,
    hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/,
    error: sentence('A local build is served by this machine, such as http://localhost:7700/mfe-cms/.').sentence,
  })
  .refine(
    (address) => new URL(address).pathname.endsWith('/') && !new URL(address).username,
    sentence('The address ends with a slash.').sentence,
  )
  .transform((address) => new URL(address).origin + new URL(address).pathname);

/** Remote -> address of the folder with its `release.json`, for one browser. */
export type LocalBuilds = Readonly<Record<string, string>>;
const localBuildsSchema = z.record(z.string(), localAddressSchema);

/** The local builds of this browser; empty for most. */
export function localBuildsOf(c: Context, cookies: SignedCookies): LocalBuilds {
  return localBuildsSchema.safeParse(cookies.read(c, cookie)).data ?? {};
}

/** Gives this browser these local builds for a day; an empty record ends them. */
export function setLocalBuilds(c: Context, cookies: SignedCookies, localBuilds: LocalBuilds): void {
  if (Object.keys(localBuilds).length === 0) cookies.clear(c, cookie);
  else cookies.write(c, cookie, localBuilds);
}

/** The registry for a browser with these local builds. */
export function withLocalBuilds(registry: Registry, localBuilds: LocalBuilds): Registry {
  return Object.keys(localBuilds).length > 0 ? { ...registry, local: { ...localBuilds } } : registry;
}

/** A document's policy that also allows the origins of the local builds. */
export function allowLocalBuilds(policy: string, localBuilds: LocalBuilds): string {
  const origins = [...new Set(Object.values(localBuilds).map((address) => new URL(address).origin))].join(' ');
  return `${policy.replaceAll(/(script|style|img|connect)-src 'self'/g, (directive) => `${directive} ${origins}`)}; font-src 'self' ${origins}`;
}

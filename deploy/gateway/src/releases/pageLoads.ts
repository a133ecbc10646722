import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import type { CookieKind, SignedCookies } from '../http/signedCookies.ts';

const loadCookie: CookieKind = { name: 'masomo_load', purpose: 'page load', seconds: 3_600 };
const loadSchema = z.object({ nonce: z.string(), canaries: z.record(z.string(), z.string()) });

/** A document that was sent while canaries ran: a random number of its own, and the canaries' versions by app. */
export type PageLoad = z.infer<typeof loadSchema>;

/** Signs a document's load into a cookie, so that a failure on it can be counted against it, once. */
export function signPageLoad(c: Context, cookies: SignedCookies, canaries: Record<string, string>): PageLoad {
  const load = { nonce: randomUUID(), canaries };
  cookies.write(c, loadCookie, load);
  return load;
}

/** The load of the document that this browser opened last; null without one. */
export function pageLoadOf(c: Context, cookies: SignedCookies): PageLoad | null {
  return loadSchema.safeParse(cookies.read(c, loadCookie)).data ?? null;
}

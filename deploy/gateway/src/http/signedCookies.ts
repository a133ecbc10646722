import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Signer } from './createSigner.ts';

/** One kind of cookie: its name, what it may be read as, and how long browsers keep it. */
export type CookieKind = { name: string; purpose: string; seconds: number };

/** Cookies that only this installation can write. Scripts cannot read them. */
export type SignedCookies = {
  /** The value of this browser's cookie; undefined when there is none, or it was altered or has expired. */
  read(c: Context, kind: CookieKind): unknown;
  write(c: Context, kind: CookieKind, value: unknown): void;
  clear(c: Context, kind: CookieKind): void;
};

const attributes = { path: '/', sameSite: 'Lax', httpOnly: true } as const;

/** With TLS the names begin with `__Host-`: browsers then accept them from this host alone, not from a neighbour under the same domain. */
export function createSignedCookies(signer: Signer, tls: boolean): SignedCookies {
  const options = tls ? ({ ...attributes, secure: true, prefix: 'host' } as const) : attributes;
  return {
    read: (c, { name, purpose }) => signer.verify(purpose, tls ? getCookie(c, name, 'host') : getCookie(c, name)),
    write: (c, { name, purpose, seconds }, value) =>
      setCookie(c, name, signer.sign(purpose, value, seconds), { ...options, maxAge: seconds }),
    clear: (c, { name }) => void deleteCookie(c, name, options),
  };
}

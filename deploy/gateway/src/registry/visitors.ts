import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Audience } from '@masomo/release';
import type { Signer } from '../http/createSigner.ts';

const numberCookie = 'masomo_trial';
const earlyCookie = 'masomo_early';
const ringCookie = 'masomo_ring';
const ring = 'role of a visitor';
const aDay = 24 * 3_600;
const month = 30 * aDay;
/** Few enough that nobody is known by theirs. */
const numbers = 1_000;

/** The visitor as their cookies tell. A number we did not give counts as none. */
export function visitorOf(c: Context, signer: Signer): Audience {
  const role = signer.verify(ring, getCookie(c, ringCookie));
  const number = getCookie(c, numberCookie);
  return {
    number: number !== undefined && /^\d{1,3}$/.test(number) ? number : null,
    role: typeof role === 'string' ? role : null,
    isEarly: getCookie(c, earlyCookie) === 'yes',
  };
}

const options = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: month } as const;

/** Like `visitorOf`, but a visitor without a number gets one, so that the next answer is of the same releases. */
export function ensureVisitorNumber(c: Context, signer: Signer, secure: boolean): Audience {
  const visitor = visitorOf(c, signer);
  if (visitor.number !== null) return visitor;
  const number = String(randomInt(numbers));
  setCookie(c, numberCookie, number, { ...options, secure });
  return { ...visitor, number };
}

/** Lets this browser have every release under trial, or no longer. */
export function setEarlyAccess(c: Context, isEarly: boolean, secure: boolean): void {
  setCookie(c, earlyCookie, isEarly ? 'yes' : '', { ...options, secure, maxAge: isEarly ? month : 0 });
}

/** Remembers the role somebody proved to have, for as long as a day; null forgets it. */
export function setRoleCohort(c: Context, signer: Signer, role: string | null, secure: boolean): void {
  if (role === null) deleteCookie(c, ringCookie, { ...options, secure });
  else setCookie(c, ringCookie, signer.sign(ring, role, aDay), { ...options, secure, maxAge: aDay });
}

import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Audience } from '@masomo/release';
import type { Signer } from '../http/createSigner.ts';

const numberCookie = 'masomo_canary';
const earlyAccessCookie = 'masomo_early';
const cohortCookie = 'masomo_cohort';
const cohortPurpose = 'role of a visitor';
const daySeconds = 24 * 3_600;
const monthSeconds = 30 * daySeconds;
/** So few numbers that none identifies a person. */
const visitorNumbers = 1_000;

/** The visitor as their cookies describe them. A number the gateway cannot have issued counts as none. */
export function visitorOf(c: Context, signer: Signer): Audience {
  const role = signer.verify(cohortPurpose, getCookie(c, cohortCookie));
  const number = getCookie(c, numberCookie);
  return {
    number: number !== undefined && /^\d{1,3}$/.test(number) ? number : null,
    role: typeof role === 'string' ? role : null,
    isEarly: getCookie(c, earlyAccessCookie) === 'yes',
  };
}

const options = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: monthSeconds } as const;

/** Like `visitorOf`, but gives a visitor without a number one, so that the next response comes from the same releases. */
export function ensureVisitorNumber(c: Context, signer: Signer, secure: boolean): Audience {
  const visitor = visitorOf(c, signer);
  if (visitor.number !== null) return visitor;
  const number = String(randomInt(visitorNumbers));
  setCookie(c, numberCookie, number, { ...options, secure });
  return { ...visitor, number };
}

/** Turns early access to every canary on or off for this browser. */
export function setEarlyAccess(c: Context, isEarly: boolean, secure: boolean): void {
  setCookie(c, earlyAccessCookie, isEarly ? 'yes' : '', { ...options, secure, maxAge: isEarly ? monthSeconds : 0 });
}

/** Remembers a verified role for a day; null forgets it. */
export function setRoleCohort(c: Context, signer: Signer, role: string | null, secure: boolean): void {
  if (role === null) deleteCookie(c, cohortCookie, { ...options, secure });
  else setCookie(c, cohortCookie, signer.sign(cohortPurpose, role, daySeconds), { ...options, secure, maxAge: daySeconds });
}

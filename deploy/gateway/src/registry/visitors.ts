import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import type { Audience } from '@masomo/release';
import type { CookieKind, SignedCookies } from '../http/signedCookies.ts';

const daySeconds = 24 * 3_600;
const monthSeconds = 30 * daySeconds;
const numberCookie: CookieKind = { name: 'masomo_canary', purpose: 'number of a visitor', seconds: monthSeconds };
const earlyAccessCookie: CookieKind = { name: 'masomo_early', purpose: 'early access', seconds: monthSeconds };
const cohortCookie: CookieKind = { name: 'masomo_cohort', purpose: 'role of a visitor', seconds: daySeconds };

/** So few numbers that none identifies a person. */
const visitorNumbers = 1_000;

/** The visitor as their cookies describe them. */
export function visitorOf(c: Context, cookies: SignedCookies): Audience {
  const [number, role] = [cookies.read(c, numberCookie), cookies.read(c, cohortCookie)];
  return {
    number: typeof number === 'number' ? String(number) : null,
    role: typeof role === 'string' ? role : null,
    isEarly: cookies.read(c, earlyAccessCookie) === true,
  };
}

/** Like `visitorOf`, but gives a visitor without a number one, so that the next response comes from the same releases. */
export function ensureVisitorNumber(c: Context, cookies: SignedCookies): Audience {
  const visitor = visitorOf(c, cookies);
  if (visitor.number !== null) return visitor;
  const number = randomInt(visitorNumbers);
  cookies.write(c, numberCookie, number);
  return { ...visitor, number: String(number) };
}

/** Turns early access to every canary on or off for this browser. */
export function setEarlyAccess(c: Context, cookies: SignedCookies, isEarly: boolean): void {
  if (isEarly) cookies.write(c, earlyAccessCookie, true);
  else cookies.clear(c, earlyAccessCookie);
}

/** Remembers a verified role for a day; null forgets it. */
export function setRoleCohort(c: Context, cookies: SignedCookies, role: string | null): void {
  if (role === null) cookies.clear(c, cohortCookie);
  else cookies.write(c, cohortCookie, role);
}

import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Which releases a visitor gets: a number that stays with the browser, and whether it asked for early ones. */
export type Visitor = { number: string | null; isEarly: boolean };

const numberCookie = 'masomo_trial';
const earlyCookie = 'masomo_early';
const month = 30 * 24 * 3_600;
/** Few enough that nobody is known by theirs. */
const numbers = 1_000;

/** The visitor as their cookies tell. A number we did not give counts as none. */
export function visitorOf(c: Context): Visitor {
  const number = getCookie(c, numberCookie);
  return { number: number !== undefined && /^\d{1,3}$/.test(number) ? number : null, isEarly: getCookie(c, earlyCookie) === 'yes' };
}

const options = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: month } as const;

/** Like `visitorOf`, but a visitor without a number gets one, so that the next answer is of the same releases. */
export function numberedVisitor(c: Context, secure: boolean): Visitor {
  const visitor = visitorOf(c);
  if (visitor.number !== null) return visitor;
  const number = String(randomInt(numbers));
  setCookie(c, numberCookie, number, { ...options, secure });
  return { ...visitor, number };
}

/** Lets this browser have every release under trial, or no longer. */
export function setEarly(c: Context, isEarly: boolean, secure: boolean): void {
  setCookie(c, earlyCookie, isEarly ? 'yes' : '', { ...options, secure, maxAge: isEarly ? month : 0 });
}

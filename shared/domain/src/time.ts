import { pageLocale } from './locale.ts';

/** IANA name of the time zone of the product itself: its store, its support and people of no school. */
export const productTimeZone = 'Africa/Nairobi';
/** East Africa Time: three hours ahead of UTC all year since 1960, so its local times need no time zone database. */
const productUtcOffset = '+03:00';
const productUtcOffsetMs = 3 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The time zone that times are shown in: that of the signed-in person's school, which the shell writes into the document. */
export function pageTimeZone(): string {
  return globalThis.document?.documentElement.dataset['timeZone'] || productTimeZone;
}

/** The place that names a time zone to people: `Dar es Salaam` of `Africa/Dar_es_Salaam`. */
export function timeZonePlace(timeZone: string = pageTimeZone()): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** A point in time: an ISO 8601 string with a zone, milliseconds since 1970, or a Date. A calendar date (`2026-11-21`) is read as its midnight in UTC. */
export type Instant = string | number | Date;

function dateFormat(options: Intl.DateTimeFormatOptions) {
  // Created on first use: a formatter is slow to create and no page needs all of them.
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (instant: Instant): string => {
    const locale = pageLocale();
    // A calendar date is the same day in every time zone.
    const timeZone = typeof instant === 'string' && instant.length <= 10 ? 'UTC' : pageTimeZone();
    const key = `${locale} ${timeZone}`;
    const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formatters.set(key, formatter);
    return formatter.format(new Date(instant));
  };
}

// All of these format in the time zone of the page and throw RangeError when the instant is not a date.

/** `21 Nov 2026` */
export const formatDate = /* @__PURE__ */ dateFormat({ dateStyle: 'medium' });
/** `21 November 2026` */
export const formatLongDate = /* @__PURE__ */ dateFormat({ dateStyle: 'long' });
/** `21 Nov` */
export const formatDayAndMonth = /* @__PURE__ */ dateFormat({ day: 'numeric', month: 'short' });
/** `Nov 2026` */
export const formatMonthAndYear = /* @__PURE__ */ dateFormat({ month: 'short', year: 'numeric' });
/** `Nov` */
export const formatMonth = /* @__PURE__ */ dateFormat({ month: 'short' });
/** `21 Nov 2026, 14:30` */
export const formatDateTime = /* @__PURE__ */ dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** `Saturday, 21 November 2026 at 14:30` */
export const formatFullDateTime = /* @__PURE__ */ dateFormat({ dateStyle: 'full', timeStyle: 'short' });
/** `21 Nov 2026, 14:30:05` */
export const formatDateTimeWithSeconds = /* @__PURE__ */ dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
/** `14:30` */
export const formatTime = /* @__PURE__ */ dateFormat({ timeStyle: 'short' });
/** `14:30:05` */
export const formatTimeWithSeconds = /* @__PURE__ */ dateFormat({ timeStyle: 'medium' });

/** The local date and time without a zone: `2026-11-21T14:30:05`. Throws RangeError when the instant is not a date. */
export function toLocalDateTime(instant: Instant, timeZone: string = pageTimeZone()): string {
  const date = new Date(instant);
  if (timeZone === productTimeZone) return new Date(date.getTime() + productUtcOffsetMs).toISOString().slice(0, 19);
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(date).replace(' ', 'T');
}

/** The ISO 8601 instant of a local date and time (`2026-11-21T14:30`, seconds optional); null when it is not one. */
export function fromLocalDateTime(local: string, timeZone: string = pageTimeZone()): string | null {
  const isProducts = timeZone === productTimeZone;
  let instant = Date.parse(`${local}${isProducts ? productUtcOffset : 'Z'}`);
  if (Number.isNaN(instant)) return null;
  if (!isProducts) {
    const asUtc = instant;
    // The second round corrects a guess on the other side of a change of the clock.
    for (let round = 0; round < 2; round += 1) instant += asUtc - Date.parse(`${toLocalDateTime(instant, timeZone)}Z`);
  }
  return new Date(instant).toISOString();
}

/** The value of a `datetime-local` field for an instant, `2026-11-21T14:30`; empty for none. Read it back with `fromLocalDateTime`. */
export function toDateTimeInput(instant: Instant | null): string {
  return instant === null || instant === '' ? '' : toLocalDateTime(instant).slice(0, 16);
}

/** The calendar date at an instant in a time zone (an IANA name), as `2026-11-21`. Throws RangeError when there is no such zone. */
export function today(now: Instant = Date.now(), timeZone: string = pageTimeZone()): string {
  return toLocalDateTime(now, timeZone).slice(0, 10);
}

/** IANA names of the time zones that a school can be in. */
export function timeZones(): string[] {
  return Intl.supportedValuesOf('timeZone');
}

/** The calendar date so many days after another (before it, when negative), both as `2026-11-21`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** The weekday of a calendar date (`2026-11-21`) as ISO 8601 counts it: 1 is Monday, 7 is Sunday. */
export function isoWeekday(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** Minutes since midnight in a time zone, 0 to 1439. */
export function minuteOfDay(instant: Instant, timeZone: string = pageTimeZone()): number {
  const [hours, minutes] = toLocalDateTime(instant, timeZone).slice(11).split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

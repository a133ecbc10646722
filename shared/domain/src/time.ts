import { pageLocale } from './locale.ts';

/** IANA name of the time zone every school is in. */
export const schoolTimeZone = 'Africa/Nairobi';
/** East Africa Time: three hours ahead of UTC all year since 1960, so local times need no time zone database. */
const schoolUtcOffset = '+03:00';
const schoolUtcOffsetMs = 3 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** A point in time: an ISO 8601 string with a zone, milliseconds since 1970, or a Date. A calendar date (`2026-11-21`) is read as its midnight in UTC. */
export type Instant = string | number | Date;

function dateFormat(options: Intl.DateTimeFormatOptions) {
  // Created on first use: a formatter is slow to create and no page needs all of them.
  let formatter: Intl.DateTimeFormat | undefined;
  return (instant: Instant): string => {
    formatter ??= new Intl.DateTimeFormat(pageLocale(), { ...options, timeZone: schoolTimeZone });
    return formatter.format(new Date(instant));
  };
}

// All of these format in the school's time zone and throw RangeError when the instant is not a date.

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
/** `14:30:05` */
export const formatTimeWithSeconds = /* @__PURE__ */ dateFormat({ timeStyle: 'medium' });

/** The school's local date and time without a zone: `2026-11-21T14:30:05`. Throws RangeError when the instant is not a date. */
export function toLocalDateTime(instant: Instant): string {
  return new Date(new Date(instant).getTime() + schoolUtcOffsetMs).toISOString().slice(0, 19);
}

/** The ISO 8601 instant of a local date and time of the school (`2026-11-21T14:30`, seconds optional); null when it is not one. */
export function fromLocalDateTime(local: string): string | null {
  const instant = new Date(`${local}${schoolUtcOffset}`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** The value of a `datetime-local` field for an instant, `2026-11-21T14:30`; empty for none. Read it back with `fromLocalDateTime`. */
export function toDateTimeInput(instant: Instant | null): string {
  return instant === null || instant === '' ? '' : toLocalDateTime(instant).slice(0, 16);
}

/** The calendar date at an instant in a school's time zone (an IANA name), as `2026-11-21`. Throws RangeError when there is no such zone. */
export function today(now: Instant = Date.now(), timeZone: string = schoolTimeZone): string {
  if (timeZone === schoolTimeZone) return toLocalDateTime(now).slice(0, 10);
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(now));
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

/** Minutes since midnight in the school's time zone, 0 to 1439. */
export function minuteOfDay(instant: Instant): number {
  const [hours, minutes] = toLocalDateTime(instant).slice(11).split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

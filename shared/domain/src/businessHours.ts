import { isoWeekday, minuteOfDay, productTimeZone, today } from './time.ts';

/** Opening hours of one support channel in the product's time zone. Days count from 0, Sunday; times are minutes since midnight. */
export type OpeningHours = { days: readonly number[]; opensAt: number; closesAt: number };

/** Whether the channel is open at `now`; it closes on the minute of `closesAt`. */
export function isOpen(hours: OpeningHours, now: Date): boolean {
  const minute = minuteOfDay(now, productTimeZone);
  return hours.days.includes(isoWeekday(today(now, productTimeZone)) % 7) && minute >= hours.opensAt && minute < hours.closesAt;
}

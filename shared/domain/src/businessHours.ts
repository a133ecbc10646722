/** Opening hours of one channel in Nairobi's time. Days count from 0, Sunday; minutes from midnight. */
export type OpeningHours = { days: readonly number[]; opensAt: number; closesAt: number };

const nairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Is the channel open at this moment? */
export function isOpen(hours: OpeningHours, now: Date): boolean {
  const parts = new Map(nairobi.formatToParts(now).map((part) => [part.type, part.value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return hours.days.includes(weekdays.indexOf(parts.get('weekday') ?? '')) && minute >= hours.opensAt && minute < hours.closesAt;
}

/** `7:00 AM` */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

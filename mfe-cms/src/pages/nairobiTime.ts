const shown = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });

/** A moment as the office's clock shows it. */
export function nairobiTime(iso: string): string {
  return shown.format(new Date(iso));
}

/** Nairobi has kept three hours ahead of UTC since 1960, all year. */
const offset = '+03:00';

/** What a date-and-time field holds for a moment; empty for none. */
export function fieldOfMoment(iso: string | null): string {
  if (!iso) return '';
  return new Date(new Date(iso).getTime() + 3 * 3_600_000).toISOString().slice(0, 16);
}

/** The moment a date-and-time field means in Nairobi, in ISO; null when it is empty. */
export function momentOfField(value: string): string | null {
  const moment = new Date(`${value}:00${offset}`);
  return value && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null;
}

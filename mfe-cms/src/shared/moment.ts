const format = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });

/** A point in time by the clock in Nairobi. */
export function moment(iso: string): string {
  return format.format(new Date(iso));
}

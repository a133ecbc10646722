const day = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeZone: 'Africa/Nairobi' });
const moment = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });

/** A day as schools in Kenya write it. */
export const formatDay = (iso: string) => day.format(new Date(iso));
/** A day and the time of it, in Nairobi. */
export const formatMoment = (iso: string) => moment.format(new Date(iso));

const shortDay = new Intl.DateTimeFormat('en-KE', { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** A day without its year, for a scale. */
export const formatShortDay = (iso: string) => shortDay.format(new Date(iso));

/** Today in Nairobi, as `2026-11-21`. */
export const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Nairobi' });

/** A moment as a `datetime-local` field holds it, in Nairobi: `2026-11-21T14:30`. */
export const toNairobiField = (iso: string) => new Date(new Date(iso).getTime() + 3 * 3_600_000).toISOString().slice(0, 16);
/** What such a field holds, as a moment. Nairobi is three hours ahead all year. */
export const fromNairobiField = (value: string) => new Date(`${value}:00+03:00`).toISOString();

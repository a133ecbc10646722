import { isoWeekday, today } from '@masomo/domain/time';

/** Names of the days, Monday first; the database counts them from 1. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `08:20:00` as people write it. */
export const clock = (time: string) => time.slice(0, 5);

/** The days to draw: the school's five, and others that have something. */
export function weekOf<T extends { weekday: number }>(lessons: readonly T[]): { name: string; weekday: number; lessons: T[] }[] {
  return weekdays
    .map((name, index) => ({ name, weekday: index + 1, lessons: lessons.filter(({ weekday }) => weekday === index + 1) }))
    .filter((day) => day.weekday <= 5 || day.lessons.length > 0);
}

/** The day of the week it is in Nairobi, Monday is 1. */
export function thisWeekday(): number {
  return isoWeekday(today());
}

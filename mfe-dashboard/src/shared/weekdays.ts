import { t } from '@lingui/core/macro';
import { isoWeekday } from '@masomo/domain/time';
import { today } from '@masomo/remote/schoolDay';

/** Names of the days, Monday first; the database counts them from 1. */
export const weekdays: readonly string[] = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`];

export const shortWeekdays: readonly string[] = [t`Mon`, t`Tue`, t`Wed`, t`Thu`, t`Fri`, t`Sat`, t`Sun`];

/** `08:20:00` without its seconds. */
export const clock = (time: string) => time.slice(0, 5);

/** Monday to Friday, and the weekend only when it has lessons. */
export function weekOf<T extends { weekday: number }>(lessons: readonly T[]): { name: string; weekday: number; lessons: T[] }[] {
  return weekdays
    .map((name, index) => ({ name, weekday: index + 1, lessons: lessons.filter(({ weekday }) => weekday === index + 1) }))
    .filter((day) => day.weekday <= 5 || day.lessons.length > 0);
}

/** Today's ISO weekday in the school's time zone: 1 is Monday. */
export function thisWeekday(): number {
  return isoWeekday(today());
}

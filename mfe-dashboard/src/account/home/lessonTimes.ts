import { t } from '@lingui/core/macro';
import { addDays, formatDayAndMonth, isoWeekday } from '@masomo/domain/time';
import type { HomeDay } from '@masomo/data/platform/homeParts';
import { weekdays } from '../../shared/weekdays.ts';

type Times = { starts_at: string; ends_at: string };
/** A lesson of a day with its place in it. */
export type PlacedLesson<L> = { lesson: L; state: 'over' | 'now' | 'next' | 'later' };

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The lessons of today by their place at this minute, or of another day, when all of them are to come. */
export function placeLessons<L extends Times>(lessons: readonly L[], minute: number): PlacedLesson<L>[] {
  const next = lessons.find(({ starts_at: start }) => minuteOf(start) > minute);
  return lessons.map((lesson) => {
    if (minuteOf(lesson.ends_at) <= minute) return { lesson, state: 'over' };
    if (minuteOf(lesson.starts_at) <= minute) return { lesson, state: 'now' };
    return { lesson, state: lesson.starts_at === next?.starts_at ? 'next' : 'later' };
  });
}

/** Minutes until a lesson begins or ends. */
export const minutesUntil = (clock: string, minute: number) => minuteOf(clock) - minute;

/** `Today`, `Tomorrow` or `Monday, 30 Nov`. */
export function nameOfDay(day: string, today: string): string {
  if (day === today) return t`Today`;
  if (day === addDays(today, 1)) return t`Tomorrow`;
  return `${weekdays[isoWeekday(day) - 1] ?? ''}, ${formatDayAndMonth(day)}`;
}

/** Why there is no school today; undefined on a school day. */
export function whyNoSchool({ today, term }: HomeDay): string | undefined {
  if (!term) return t`No term has dates for today or later.`;
  if (!term.is_running) return t`The school has holidays until ${formatDayAndMonth(term.starts_on)}.`;
  return isoWeekday(today) > 5 ? t`No school today: it is the weekend.` : undefined;
}

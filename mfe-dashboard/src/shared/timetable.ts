import { t } from '@lingui/core/macro';
import { formatDate } from '@masomo/domain/time';
import { today } from '@masomo/remote/schoolDay';
import { clock, weekOf } from './weekdays.ts';

/** A lesson as a grid and a paper show it; times are local to the school (`08:20:00`). */
export type GridLesson = { id: string; weekday: number; startsAt: string; endsAt: string; title: string; detail: string };
export type Period = { key: string; startsAt: string; endsAt: string; days: { weekday: number; name: string; lessons: GridLesson[] }[] };

/** The periods of a week in their order, each with the days and what is taught then. */
export function periodsOf(lessons: readonly GridLesson[]): Period[] {
  const keyOf = ({ startsAt, endsAt }: GridLesson) => `${startsAt} ${endsAt}`;
  const days = weekOf(lessons);
  return [...new Map(lessons.map((lesson) => [keyOf(lesson), lesson]))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, { startsAt, endsAt }]) => ({
      key,
      startsAt,
      endsAt,
      days: days.map((day) => ({ ...day, lessons: day.lessons.filter((lesson) => keyOf(lesson) === key) })),
    }));
}

/** A week on paper: a line for each period, a column for each day. */
export const timetableSheet = (title: string, lessons: readonly GridLesson[]) => ({
  title,
  facts: formatDate(today()),
  hasGrid: true,
  isEven: true,
  columns: [{ title: t`Time` }, ...weekOf(lessons).map(({ name }) => ({ title: name }))],
  rows: periodsOf(lessons).map(({ startsAt, endsAt, days }) => [
    `${clock(startsAt)}–${clock(endsAt)}`,
    ...days.map((day) => day.lessons.map(({ title: subject, detail }) => [subject, detail].filter(Boolean).join('\n')).join('\n')),
  ]),
});

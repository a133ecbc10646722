import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TeacherHome } from '@masomo/data/platform/teacherHome';
import { Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';
import { LessonLine } from '../LessonLine.tsx';
import { nameOfDay, placeLessons, whyNoSchool } from '../lessonTimes.ts';

/** The day as a line of lessons: those that are over, the one now, and those to come, each with its register. */
export function DayLineCard({ home, minute }: { home: TeacherHome; minute: number }) {
  const [first] = home.days;
  if (!first) return null;
  const isToday = first.day === home.today;
  return (
    <HomeCard id="day-line" title={isToday ? t`Today’s lessons` : t`Lessons: ${nameOfDay(first.day, home.today)}`}>
      {!isToday && (
        <Text textStyle="sm" color="fg.muted" mb="3">
          {whyNoSchool(home) ?? t`You have no lessons today.`}
        </Text>
      )}
      <LessonLine
        lessons={placeLessons(first.lessons, isToday ? minute : -1)}
        detail={({ class: className, room }) => (room ? `${className} · ${room}` : className)}
        to={({ class_id: id }) => (isToday ? `/dashboard/attendance?class=${id}` : `/dashboard/classes/${id}`)}
        note={({ lesson, state }) =>
          isToday && (
            <Text textStyle="xs" color={!lesson.is_taken && state === 'over' ? 'warning.fg' : 'fg.muted'}>
              {lesson.is_taken ? <Trans>Register taken</Trans> : <Trans>Register not taken</Trans>}
            </Text>
          )
        }
      />
    </HomeCard>
  );
}

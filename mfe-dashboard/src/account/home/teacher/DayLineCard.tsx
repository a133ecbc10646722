import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TeacherHome } from '@masomo/data/platform/teacherHome';
import { AppLink, SimpleGrid, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';
import { nameOfDay, placeLessons, whyNoSchool, type PlacedLesson } from '../lessonTimes.ts';

const looks: Record<PlacedLesson<unknown>['state'], object> = {
  over: { bg: 'bg.subtle', color: 'fg.muted' },
  now: { bg: 'accent.subtle', borderColor: 'accent.solid' },
  next: {},
  later: {},
};

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
      <SimpleGrid as="ol" listStyleType="none" templateColumns="repeat(auto-fill, minmax(9.5rem, 1fr))" gap="2">
        {placeLessons(first.lessons, isToday ? minute : -1).map(({ lesson, state }) => (
          <li key={lesson.id}>
            <AppLink
              to={isToday ? `/dashboard/attendance?class=${lesson.class_id}` : `/dashboard/classes/${lesson.class_id}`}
              display="block"
              px="3"
              py="2"
              borderWidth="1px"
              borderRadius="l2"
              {...looks[state]}
              {...(state === 'now' ? { 'aria-current': 'time' } : {})}
              _hover={{ textDecoration: 'none', borderColor: 'border.control' }}
            >
              <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                {lesson.starts_at} – {lesson.ends_at}
              </Text>
              <Text textStyle="sm" fontWeight="550" truncate>
                {lesson.subject}
              </Text>
              <Text textStyle="xs" color="fg.muted" truncate>
                {lesson.class}
                {lesson.room && ` · ${lesson.room}`}
              </Text>
              {isToday && (
                <Text textStyle="xs" color={lesson.is_taken ? 'fg.muted' : state === 'over' ? 'warning.fg' : 'fg.muted'}>
                  {lesson.is_taken ? <Trans>Register taken</Trans> : <Trans>Register not taken</Trans>}
                </Text>
              )}
            </AppLink>
          </li>
        ))}
      </SimpleGrid>
    </HomeCard>
  );
}

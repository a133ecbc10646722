import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TeacherHome, TeacherLesson } from '@masomo/data/platform/teacherHome';
import { formatDayAndMonth } from '@masomo/domain/time';
import { AppLink, Badge, Box, ButtonLink, HStack, Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';
import { minutesUntil, nameOfDay, placeLessons, whyNoSchool } from '../lessonTimes.ts';

type LessonNowCardProps = { home: TeacherHome; minute: number };

/** The lesson now with all it needs, or else the next one; under it the one that follows. */
export function LessonNowCard({ home, minute }: LessonNowCardProps) {
  const [lesson, following] = comingLessons(home, minute);
  return (
    <HomeCard id="lesson-now" title={titleOf(lesson, home.today)} link={{ to: '/dashboard/schedule', label: t`Week plan` }}>
      {!lesson && <NoLessons home={home} />}
      {lesson && (
        <Stack gap="3">
          <Lesson lesson={lesson} minute={minute} />
          {following && (
            <Text textStyle="sm" color="fg.muted" borderTopWidth="1px" pt="3">
              <Trans>
                Then {following.day === lesson.day ? following.starts_at : nameOfDay(following.day, home.today)}:{' '}
                <Text as="span" color="fg" fontWeight="500">
                  {following.subject}, {following.class}
                </Text>
                {following.room && ` · ${following.room}`}
              </Trans>
            </Text>
          )}
        </Stack>
      )}
    </HomeCard>
  );
}

type ComingLesson = TeacherLesson & { day: string; state: 'now' | 'next'; isToday: boolean };

/** The lesson now or the next one, and the one after it, also of the next school day. */
function comingLessons({ days, today }: TeacherHome, minute: number): ComingLesson[] {
  return days
    .flatMap(({ day, lessons }) =>
      placeLessons(lessons, day === today ? minute : -1).map(({ lesson, state }) => ({
        ...lesson,
        day,
        isToday: day === today,
        state,
      })),
    )
    .filter(({ state }) => state !== 'over')
    .slice(0, 2)
    .map((lesson) => ({ ...lesson, state: lesson.state === 'now' ? 'now' : 'next' }));
}

function titleOf(lesson: ComingLesson | undefined, today: string): string {
  if (!lesson) return t`Your lessons`;
  if (lesson.state === 'now') return t`Now`;
  return lesson.isToday ? t`Next lesson` : t`Next lesson: ${nameOfDay(lesson.day, today)}`;
}

function Lesson({ lesson, minute }: { lesson: ComingLesson; minute: number }) {
  const { homework } = lesson;
  return (
    <Stack gap="3">
      <Box borderStartWidth="3px" borderColor={lesson.state === 'now' ? 'accent.solid' : 'border.emphasized'} ps="3">
        <HStack gap="2" wrap="wrap" textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          <span>
            <Trans>
              {lesson.starts_at} to {lesson.ends_at}
            </Trans>
          </span>
          {lesson.isToday && <Badge colorPalette={lesson.state === 'now' ? 'green' : 'gray'}>{describeTime(lesson, minute)}</Badge>}
        </HStack>
        <Text fontSize="xl" fontWeight="650" letterSpacing="-0.01em">
          {lesson.subject}
        </Text>
        <Text textStyle="sm">
          <AppLink to={`/dashboard/classes/${lesson.class_id}`} fontWeight="500">
            {lesson.class}
          </AppLink>
          {lesson.room && ` · ${lesson.room}`}
        </Text>
      </Box>
      {homework && (
        <Text textStyle="sm" color="fg.muted">
          <Trans>
            Last homework: <AppLink to={`/dashboard/assignments/${homework.id}`}>{homework.title}</AppLink>, due{' '}
            {formatDayAndMonth(homework.due_on)}
          </Trans>
          {' · '}
          {plural(homework.handed_in, { one: '# handed in', other: '# handed in' })}
        </Text>
      )}
      <HStack gap="2" wrap="wrap">
        {lesson.isToday && (
          <ButtonLink to={`/dashboard/attendance?class=${lesson.class_id}`} size="sm" variant={lesson.is_taken ? 'outline' : 'solid'}>
            {lesson.is_taken ? t`Register is taken` : t`Take the register`}
          </ButtonLink>
        )}
        <ButtonLink to="/dashboard/assignments?new" size="sm" variant="outline">
          <Trans>Set homework</Trans>
        </ButtonLink>
      </HStack>
    </Stack>
  );
}

function describeTime({ state, starts_at: start, ends_at: end }: ComingLesson, minute: number): string {
  const minutes = minutesUntil(state === 'now' ? end : start, minute);
  if (state === 'now') return plural(minutes, { one: '# minute left', other: '# minutes left' });
  return minutes < 60 ? plural(minutes, { one: 'in # minute', other: 'in # minutes' }) : t`later today`;
}

function NoLessons({ home }: { home: TeacherHome }) {
  if (!home.has_lessons)
    return (
      <Text color="fg.muted" textStyle="sm">
        <Trans>You have no lessons yet. They appear here once an administrator adds them to the timetable of each class.</Trans>
      </Text>
    );
  return (
    <Text color="fg.muted" textStyle="sm">
      {whyNoSchool(home) ?? t`No lessons are left in this term.`}{' '}
      <Trans>Your next lessons appear here once the school has set the dates of its next term.</Trans>
    </Text>
  );
}

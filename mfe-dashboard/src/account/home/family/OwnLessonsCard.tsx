import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FamilyHome } from '@masomo/data/platform/familyHome';
import { Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';
import { LessonLine } from '../LessonLine.tsx';
import { nameOfDay, placeLessons, whyNoSchool } from '../lessonTimes.ts';

type OwnLessonsCardProps = { home: FamilyHome; own: NonNullable<FamilyHome['own']>; minute: number };

/** A student's lessons of today; after the last one, at weekends and in holidays those of the next school day. */
export function OwnLessonsCard({ home, own, minute }: OwnLessonsCardProps) {
  const placed = own.days.map(({ day, lessons }) => ({ day, lessons: placeLessons(lessons, day === home.today ? minute : -1) }));
  const shown = placed.find(({ lessons }) => lessons.some(({ state }) => state !== 'over')) ?? placed[0];
  const isToday = shown?.day === home.today;
  return (
    <HomeCard id="own-lessons" title={!shown ? t`Lessons` : isToday ? t`Today’s lessons` : t`Lessons: ${nameOfDay(shown.day, home.today)}`}>
      {!own.has_lessons && (
        <Text color="fg.muted" textStyle="sm">
          <Trans>Lessons appear here once the timetable is ready.</Trans>
        </Text>
      )}
      {own.has_lessons && !isToday && (
        <Text color="fg.muted" textStyle="sm" mb={shown ? '3' : '0'}>
          {whyNoSchool(home) ?? (placed[0]?.day === home.today ? t`Today’s lessons are over.` : t`You have no lessons today.`)}
        </Text>
      )}
      {shown && <LessonLine lessons={shown.lessons} detail={({ room, teacher }) => [room, teacher].filter(Boolean).join(' · ') || '–'} />}
    </HomeCard>
  );
}

import type { TeacherHome as Home } from '@masomo/data/platform/teacherHome';
import { Grid, Stack } from '@masomo/design-system';
import { NoticesCard } from '../NoticesCard.tsx';
import { useMinute } from '../useMinute.ts';
import { ClassesCard } from './ClassesCard.tsx';
import { DayLineCard } from './DayLineCard.tsx';
import { LessonNowCard } from './LessonNowCard.tsx';
import { MarkingCard } from './MarkingCard.tsx';

/** A teacher's day: the lesson now, the line of lessons, what waits for a mark, and the own classes. */
export function TeacherHome({ home }: { home: Home }) {
  const minute = useMinute();
  return (
    <Stack gap="4">
      <Grid templateColumns={{ base: '1fr', lg: '1.4fr 1fr' }} gap="4">
        <Stack gap="4" minW="0">
          <LessonNowCard home={home} minute={minute} />
          <DayLineCard home={home} minute={minute} />
        </Stack>
        <MarkingCard marking={home.marking} />
        <ClassesCard classes={home.classes} />
        <NoticesCard notices={home.notices} to="/dashboard/announcements" />
      </Grid>
    </Stack>
  );
}

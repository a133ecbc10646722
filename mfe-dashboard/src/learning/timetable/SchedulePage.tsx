import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIdentity, useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listLessons, teachingKeys, type Lesson } from '@masomo/data/learning/teaching';
import { fullName } from '@masomo/domain/personName';
import { AppLink, Badge, Card, EmptyState, ErrorState, Heading, HStack, List, SimpleGrid, SkeletonText, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ExportButtons } from '@masomo/remote/ExportButtons';
import { PrintButton } from '@masomo/remote/PrintButton';
import type { TableExport } from '@masomo/remote/tableExport';
import { timetableSheet } from '../../shared/timetable.ts';
import { clock, thisWeekday, weekdays, weekOf } from '../../shared/weekdays.ts';

export function SchedulePage() {
  const { user } = useSession();
  const { data: identity } = useIdentity();
  const { data: lessons, error, reload } = useQuery(user ? teachingKeys.lessons(user.id) : null, (db) => listLessons(db, user?.id ?? ''));
  const days = weekOf(lessons ?? []);
  const todayWeekday = thisWeekday();
  return (
    <>
      <PageHeader
        title={t`Schedule`}
        description={t`Your lessons this week.`}
        actions={
          lessons &&
          lessons.length > 0 && (
            <>
              <PrintButton
                label={t`Print timetable`}
                sheet={() => timetableSheet(t`Timetable of ${fullName(identity?.firstName, identity?.lastName)}`, lessons.map(gridLesson))}
              >
                {t`Print`}
              </PrintButton>
              <ExportButtons of={exportedLessons()} rows={lessons} isPrinted={false} />
            </>
          )
        }
      />
      {error && !lessons && <ErrorState error={error} onRetry={reload} />}
      {!error && !lessons && <SkeletonText noOfLines={8} gap="4" />}
      {lessons?.length === 0 && (
        <EmptyState title={t`No lessons yet`}>
          <Trans>Your lessons appear here once the school’s administrator adds them to the timetable of each class.</Trans>
        </EmptyState>
      )}
      {lessons && lessons.length > 0 && (
        <SimpleGrid columns={{ base: 1, md: 3, xl: 5 }} gap="4" alignItems="start">
          {days.map((day) => (
            <Card.Root key={day.name} as="section" aria-label={day.name} size="sm">
              <Card.Header>
                <HStack justify="space-between">
                  <Heading as="h2" size="sm">
                    {day.name}
                  </Heading>
                  {day.weekday === todayWeekday && (
                    <Badge colorPalette="green">
                      <Trans>Today</Trans>
                    </Badge>
                  )}
                </HStack>
              </Card.Header>
              <Card.Body>
                {day.lessons.length === 0 ? (
                  <Text fontSize="sm" color="fg.muted">
                    <Trans>No lessons</Trans>
                  </Text>
                ) : (
                  <List.Root listStyle="none" ps="0" gap="3">
                    {day.lessons.map((lesson) => (
                      <List.Item key={lesson.id} borderStartWidth="3px" borderColor="accent.solid" ps="3">
                        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                          <Trans>
                            {clock(lesson.startsAt)} to {clock(lesson.endsAt)}
                          </Trans>
                        </Text>
                        <Text fontWeight="600" fontSize="sm">
                          {lesson.subject}
                        </Text>
                        <Text fontSize="sm" color="fg.muted">
                          <AppLink to={`/dashboard/classes/${lesson.classId}`}>{lesson.className}</AppLink>
                          {lesson.room && ` · ${lesson.room}`}
                        </Text>
                      </List.Item>
                    ))}
                  </List.Root>
                )}
              </Card.Body>
            </Card.Root>
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

const gridLesson = ({ subject, className, room, ...lesson }: Lesson) => ({
  ...lesson,
  title: subject,
  detail: [className, room].filter(Boolean).join(' · '),
});

const exportedLessons = (): TableExport<Lesson> => ({
  name: t`Timetable`,
  columns: [
    { title: t`Day`, value: (lesson) => weekdays[lesson.weekday - 1] },
    { title: t`Starts`, value: (lesson) => clock(lesson.startsAt) },
    { title: t`Ends`, value: (lesson) => clock(lesson.endsAt) },
    { title: t`Subject`, value: (lesson) => lesson.subject },
    { title: t`Class`, value: (lesson) => lesson.className },
    { title: t`Room`, value: (lesson) => lesson.room },
  ],
});

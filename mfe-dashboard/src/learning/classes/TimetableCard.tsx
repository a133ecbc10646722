import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ClassProfile } from '@masomo/data/campus/schoolSetup';
import { Box, Button, Card, Heading, HStack, List, SimpleGrid, Text } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';
import { PrintButton } from '@masomo/remote/PrintButton';
import { periodsOf, timetableSheet, type GridLesson, type Period } from '../../shared/timetable.ts';
import { clock, weekOf } from '../../shared/weekdays.ts';
import { LessonDialog } from './LessonDialog.tsx';

type TimetableCardProps = { schoolClass: ClassProfile; canEdit: boolean; schoolId: string };

export function TimetableCard({ schoolClass, canEdit, schoolId }: TimetableCardProps) {
  const [openLesson, setOpenLesson] = useState<{ lessonId?: string; weekday?: number; startsAt?: string; endsAt?: string }>();
  const lessons = schoolClass.lessons.map(gridLesson);
  return (
    <Card.Root as="section" aria-labelledby="timetable">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="timetable">
            <Trans>Timetable</Trans>
          </Heading>
          <HStack gap="2">
            {schoolClass.lessons.length > 0 && (
              <PrintButton label={t`Print timetable`} sheet={() => timetableSheet(t`Timetable of ${schoolClass.name}`, lessons)}>
                {t`Print`}
              </PrintButton>
            )}
            {canEdit && (
              <Button size="sm" variant="outline" disabled={schoolClass.subjects.length === 0} onClick={() => setOpenLesson({})}>
                <Trans>Add lesson</Trans>
              </Button>
            )}
          </HStack>
        </HStack>
      </Card.Header>
      <Card.Body>
        {schoolClass.lessons.length === 0 ? (
          <Text color="fg.muted">
            {canEdit && schoolClass.subjects.length === 0 ? t`Add the subjects of the class first, then its lessons.` : t`No lessons yet.`}
          </Text>
        ) : (
          <>
            <Box hideBelow="lg">
              <PlainTable
                labelledBy="timetable"
                columns={[
                  {
                    id: 'time',
                    header: t`Time`,
                    noWrap: true,
                    isRowName: true,
                    cell: ({ startsAt, endsAt }) => `${clock(startsAt)}–${clock(endsAt)}`,
                  },
                  ...weekOf(lessons).map(({ name, weekday }, index): PlainColumn<Period> => ({
                    id: name,
                    header: name,
                    css: { verticalAlign: 'top', minW: '8rem' },
                    cell: ({ startsAt, endsAt, days }) => (
                      <GridCell
                        lessons={days[index]?.lessons ?? []}
                        period={`${name} ${clock(startsAt)}`}
                        canEdit={canEdit}
                        onEdit={(lessonId) => setOpenLesson({ lessonId })}
                        onAdd={() => setOpenLesson({ weekday, startsAt, endsAt })}
                      />
                    ),
                  })),
                ]}
                rows={periodsOf(lessons)}
                rowKey={({ key }) => key}
              />
            </Box>
            {/* Paper shows the week as a table, however narrow it is. */}
            <SimpleGrid hideFrom="lg" columns={{ base: 1, sm: 2 }} gap="5" css={{ '@media print': { display: 'none' } }}>
              {weekOf(schoolClass.lessons).map((day) => (
                <Box key={day.name} minW="0">
                  <Heading as="h3" size="sm" mb="2">
                    {day.name}
                  </Heading>
                  {day.lessons.length === 0 && (
                    <Text fontSize="sm" color="fg.muted">
                      <Trans>No lessons</Trans>
                    </Text>
                  )}
                  <List.Root listStyle="none" ps="0" gap="2">
                    {day.lessons.map((lesson) => (
                      <List.Item key={lesson.id} borderStartWidth="3px" borderColor="accent.solid" ps="3">
                        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                          <Trans>
                            {clock(lesson.starts_at)} to {clock(lesson.ends_at)}
                          </Trans>
                        </Text>
                        <HStack justify="space-between" gap="2">
                          <Text fontWeight="600" fontSize="sm">
                            {lesson.subject}
                          </Text>
                          {canEdit && (
                            <Button
                              size="xs"
                              variant="ghost"
                              aria-label={t`Edit ${lesson.subject}, ${day.name} ${clock(lesson.starts_at)}`}
                              onClick={() => setOpenLesson({ lessonId: lesson.id })}
                            >
                              <Trans>Edit</Trans>
                            </Button>
                          )}
                        </HStack>
                        <Text fontSize="xs" color="fg.muted">
                          {[lesson.teacher, lesson.room].filter(Boolean).join(' · ')}
                        </Text>
                      </List.Item>
                    ))}
                  </List.Root>
                </Box>
              ))}
            </SimpleGrid>
          </>
        )}
      </Card.Body>
      {openLesson && (
        <LessonDialog schoolClass={schoolClass} schoolId={schoolId} {...openLesson} onClose={() => setOpenLesson(undefined)} />
      )}
    </Card.Root>
  );
}

const gridLesson = (lesson: ClassProfile['lessons'][number]): GridLesson => ({
  id: lesson.id,
  weekday: lesson.weekday,
  startsAt: lesson.starts_at,
  endsAt: lesson.ends_at,
  title: lesson.subject,
  detail: [lesson.teacher, lesson.room].filter(Boolean).join(' · '),
});

type GridCellProps = {
  lessons: readonly GridLesson[];
  /** Day and start, for the names of its buttons. */
  period: string;
  canEdit: boolean;
  onEdit: (lessonId: string) => void;
  onAdd: () => void;
};

/** What a class has in one period of a day; an administrator changes it by a press, and fills a free period by one. */
function GridCell({ lessons, period, canEdit, onEdit, onAdd }: GridCellProps) {
  if (lessons.length === 0)
    return canEdit ? (
      <Button size="xs" variant="ghost" color="fg.subtle" aria-label={t`Add a lesson on ${period}`} onClick={onAdd}>
        <span aria-hidden>+</span>
      </Button>
    ) : null;
  return (
    <>
      {lessons.map(({ id, title, detail }) => (
        <Box key={id}>
          {canEdit ? (
            <Button
              size="xs"
              variant="plain"
              px="0"
              h="auto"
              fontWeight="600"
              aria-label={t`Change ${title}, ${period}`}
              onClick={() => onEdit(id)}
            >
              {title}
            </Button>
          ) : (
            <Text fontWeight="600">{title}</Text>
          )}
          <Text fontSize="xs" color="fg.muted">
            {detail}
          </Text>
        </Box>
      ))}
    </>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ClassProfile } from '@masomo/data/campus/schoolSetup';
import { Box, Button, Card, Heading, HStack, List, SimpleGrid, Text } from '@masomo/design-system';
import { clock, weekOf } from '../../shared/weekdays.ts';
import { LessonDialog } from './LessonDialog.tsx';

type TimetableCardProps = { schoolClass: ClassProfile; canEdit: boolean; schoolId: string };

export function TimetableCard({ schoolClass, canEdit, schoolId }: TimetableCardProps) {
  const [openLesson, setOpenLesson] = useState<{ lessonId?: string }>();
  return (
    <Card.Root as="section" aria-labelledby="timetable">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="timetable">
            <Trans>Timetable</Trans>
          </Heading>
          {canEdit && (
            <Button size="sm" variant="outline" disabled={schoolClass.subjects.length === 0} onClick={() => setOpenLesson({})}>
              <Trans>Add lesson</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {schoolClass.lessons.length === 0 ? (
          <Text color="fg.muted">
            {canEdit && schoolClass.subjects.length === 0 ? t`Add the subjects of the class first, then its lessons.` : t`No lessons yet.`}
          </Text>
        ) : (
          <SimpleGrid columns={{ base: 1, sm: 2, lg: 5 }} gap="5">
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
        )}
      </Card.Body>
      {openLesson && (
        <LessonDialog schoolClass={schoolClass} schoolId={schoolId} {...openLesson} onClose={() => setOpenLesson(undefined)} />
      )}
    </Card.Root>
  );
}

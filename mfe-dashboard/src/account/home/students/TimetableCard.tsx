import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { ownStudentKeys, listLessonsOfClass } from '@masomo/data/people/studentWork';
import { Box, HStack, List, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { clock, shortWeekdays, thisWeekday, weekOf } from '../../../shared/weekdays.ts';
import { StudentCard } from './StudentCard.tsx';

/** The timetable of a class, opened at today or, on a day without school, at Monday. */
export function TimetableCard({ classId }: { classId: string }) {
  const query = useQuery(ownStudentKeys.lessons(classId), (db) => listLessonsOfClass(db, classId));
  const [selectedDay, setSelectedDay] = useState<string>();
  return (
    <StudentCard id="lessons" title={t`Timetable`} query={query}>
      {(lessons) => {
        if (lessons.length === 0)
          return (
            <Text color="fg.muted">
              <Trans>Lessons appear here once the timetable is ready.</Trans>
            </Text>
          );
        const days = weekOf(lessons);
        const day = days.find(({ name }) => name === selectedDay) ?? days.find(({ weekday }) => weekday === thisWeekday()) ?? days[0];
        return (
          <Stack gap="4" align="start">
            <Box maxW="full" overflowX="auto">
              <SegmentedToggle
                label={t`Day`}
                options={days.map(({ name, weekday }) => ({
                  value: name,
                  label: (
                    <abbr title={name} style={{ textDecoration: 'none' }}>
                      {shortWeekdays[weekday - 1]}
                    </abbr>
                  ),
                }))}
                value={day?.name ?? null}
                onChange={setSelectedDay}
              />
            </Box>
            {day?.lessons.length === 0 && (
              <Text color="fg.muted">
                <Trans>No lessons</Trans>
              </Text>
            )}
            <List.Root listStyle="none" ps="0" gap="2" w="full" aria-label={t`Lessons on ${day?.name ?? ''}`}>
              {day?.lessons.map((lesson) => (
                <List.Item key={lesson.id}>
                  <HStack gap="4" align="baseline">
                    <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                      <Trans>
                        {clock(lesson.startsAt)} to {clock(lesson.endsAt)}
                      </Trans>
                    </Text>
                    <Text fontWeight="600" minW="0">
                      {lesson.subject}
                      {lesson.room && (
                        <Text as="span" color="fg.muted" fontWeight="400">
                          {' '}
                          · {lesson.room}
                        </Text>
                      )}
                    </Text>
                  </HStack>
                </List.Item>
              ))}
            </List.Root>
          </Stack>
        );
      }}
    </StudentCard>
  );
}

import type { ClassProfile } from '@masomo/data/schoolSetup';
import { Box, Card, Heading, List, SimpleGrid, Text } from '@masomo/design-system';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const clock = (time: string) => time.slice(0, 5);

/** The week of a class. */
export function TimetableCard({ lessons }: Pick<ClassProfile, 'lessons'>) {
  const days = weekdays.map((name, index) => ({ name, lessons: lessons.filter(({ weekday }) => weekday === index + 1) })).filter((day, index) => index < 5 || day.lessons.length > 0);
  return (
    <Card.Root as="section" aria-labelledby="timetable">
      <Card.Header><Heading as="h2" size="md" id="timetable">Timetable</Heading></Card.Header>
      <Card.Body>
        {lessons.length === 0 ? <Text color="fg.muted">No lessons yet.</Text> : (
          <SimpleGrid columns={{ base: 1, sm: 2, lg: 5 }} gap="5">
            {days.map((day) => (
              <Box key={day.name} minW="0">
                <Heading as="h3" size="sm" mb="2">{day.name}</Heading>
                {day.lessons.length === 0 && <Text fontSize="sm" color="fg.muted">No lessons</Text>}
                <List.Root listStyle="none" ps="0" gap="2">
                  {day.lessons.map((lesson) => (
                    <List.Item key={lesson.id} borderStartWidth="3px" borderColor="accent.solid" ps="3">
                      <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">{clock(lesson.starts_at)} to {clock(lesson.ends_at)}</Text>
                      <Text fontWeight="600" fontSize="sm">{lesson.subject}</Text>
                      <Text fontSize="xs" color="fg.muted">{[lesson.teacher, lesson.room].filter(Boolean).join(' · ')}</Text>
                    </List.Item>
                  ))}
                </List.Root>
              </Box>
            ))}
          </SimpleGrid>
        )}
      </Card.Body>
    </Card.Root>
  );
}

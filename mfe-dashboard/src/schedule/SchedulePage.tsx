import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listLessons, teachingKeys } from '@masomo/data/teaching';
import { Badge, Card, EmptyState, ErrorState, Heading, HStack, List, SimpleGrid, SkeletonText, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { today } from '../shared/days.ts';
import { clock, weekOf } from '../shared/weekdays.ts';

/** A teacher's week. */
export function SchedulePage() {
  const { user } = useSession();
  const { data: lessons, error, reload } = useQuery(user ? teachingKeys.lessons(user.id) : null, (db) => listLessons(db, user?.id ?? ''));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  const days = weekOf(lessons ?? []);
  // Noon of the day in any zone is the same weekday.
  const thisDay = new Date(`${today()}T12:00:00Z`).getUTCDay() || 7;
  return (
    <>
      <PageHeader title="Schedule" description="Your lessons of the week." />
      {!lessons && <SkeletonText noOfLines={8} gap="4" />}
      {lessons?.length === 0 && <EmptyState title="No lessons yet">Your lessons appear here once the timetable is made.</EmptyState>}
      {lessons && lessons.length > 0 && (
        <SimpleGrid columns={{ base: 1, md: 3, xl: 5 }} gap="4" alignItems="start">
          {days.map((day) => (
            <Card.Root key={day.name} as="section" aria-label={day.name} size="sm">
              <Card.Header><HStack justify="space-between"><Heading as="h2" size="sm">{day.name}</Heading>{day.weekday === thisDay && <Badge colorPalette="green">Today</Badge>}</HStack></Card.Header>
              <Card.Body>
                {day.lessons.length === 0 ? <Text fontSize="sm" color="fg.muted">No lessons</Text> : (
                  <List.Root listStyle="none" ps="0" gap="3">
                    {day.lessons.map((lesson) => (
                      <List.Item key={lesson.id} borderStartWidth="3px" borderColor="accent.solid" ps="3">
                        <Text fontSize="xs" color="fg.muted">{clock(lesson.startsAt)} to {clock(lesson.endsAt)}</Text>
                        <Text fontWeight="600" fontSize="sm">{lesson.subject}</Text>
                        <Text fontSize="sm" color="fg.muted">{[lesson.className, lesson.room].filter(Boolean).join(' · ')}</Text>
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

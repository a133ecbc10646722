import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Card, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { courseKeys, listStudentCourses } from '../data/courses.ts';
import { courseHome } from '../screens/shared/courseHome.ts';
import { progressText, resultText } from '../screens/shared/courseTexts.ts';

/** On a student's page: the online courses they take, as far as the reader teaches them. */
export function StudentCard({ studentId }: { studentId: string }) {
  const { data, error } = useQuery(courseKeys.ofStudent(studentId), (db) => listStudentCourses(db, studentId));
  return (
    <Card.Root as="section" aria-label={t`Online courses`}>
      <Card.Header>
        <Heading as="h2" size="md">
          <Trans>Online courses</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {!data && !error && <SkeletonText noOfLines={2} />}
        {error && !data && <Text color="fg.muted">{error.userMessage}</Text>}
        {data?.length === 0 && <Text color="fg.muted">{t`In none of your courses.`}</Text>}
        <Stack gap="3">
          {data?.map((course) => (
            <HStack key={course.id} justify="space-between" align="flex-start" wrap="wrap" gap="2">
              <Stack gap="0">
                <AppLink to={`${courseHome}/course/${course.id}`}>{course.title}</AppLink>
                <Text fontSize="sm" color="fg.muted">
                  {[progressText(course.done, course.lessons), course.result === null ? '' : resultText(course.result)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </Stack>
              {course.completedAt && <Badge colorPalette="green">{t`Finished on ${formatDate(course.completedAt)}`}</Badge>}
            </HStack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

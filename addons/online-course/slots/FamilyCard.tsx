import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { AppLink, ButtonLink, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { courseKeys } from '../data/courses.ts';
import { listMyCourses } from '../data/learning.ts';
import { courseHome } from '../screens/shared/courseHome.ts';
import { progressText } from '../screens/shared/courseTexts.ts';

/** On a family's home screen: courses that are going on; nothing while there is none. */
export function FamilyCard() {
  const { data } = useQuery(courseKeys.mine(), listMyCourses);
  const going = data?.filter(({ isOpen, completedAt }) => isOpen && !completedAt).slice(0, 3) ?? [];
  if (going.length === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`Online courses`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Online courses</Trans>
          </Heading>
          <ButtonLink to={`${courseHome}/learn`} size="sm" variant="outline">
            <Trans>See all</Trans>
          </ButtonLink>
        </HStack>
      </Card.Header>
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <Stack gap="3">
          {going.map((course) => (
            <Stack key={course.enrolmentId} gap="0">
              <AppLink to={`${courseHome}/learn/${course.enrolmentId}`}>{course.title}</AppLink>
              <Text fontSize="sm" color="fg.muted">
                {[course.isMe ? '' : course.student, progressText(course.done, course.lessons)].filter(Boolean).join(' · ')}
              </Text>
            </Stack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  Heading,
  HStack,
  SimpleGrid,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useNavigate } from '@masomo/navigation';
import { useModule } from '@masomo/remote/useModule';
import { joinCourse } from '../../data/courseCommands.ts';
import { courseKeys } from '../../data/courses.ts';
import { listMyCourses, type MyCourse } from '../../data/learning.ts';
import { CertificateButton } from '../shared/CertificateButton.tsx';
import { courseFeature, courseHome } from '../shared/courseHome.ts';
import { priceText, progressText } from '../shared/courseTexts.ts';

/** The courses of a student or of a guardian's children, and those they may join. */
export function LearnPage() {
  const { data: courses, error, reload } = useQuery(courseKeys.mine(), listMyCourses);
  const withName = new Set(courses?.filter(({ isMe }) => !isMe).map(({ studentId }) => studentId)).size > 0;
  return (
    <>
      <PageHeader title={t`Online courses`} description={t`Learn at your own pace. What you finished stays with you.`} />
      {error && !courses ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !courses ? (
        <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />
      ) : courses.length === 0 ? (
        <EmptyState title={t`No courses yet`}>{t`Courses are here once the school offers one.`}</EmptyState>
      ) : (
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="5">
          {courses.map((course) => (
            <CourseCard key={`${course.courseId} ${course.studentId}`} course={course} withName={withName} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

function CourseCard({ course, withName }: { course: MyCourse; withName: boolean }) {
  const { isReadOnly } = useModule(courseFeature);
  const navigate = useNavigate();
  const join = useCommand(joinCourse, {
    invalidates: ['courses'],
    onSuccess: (id) => {
      if (course.price === 0) void navigate(`${courseHome}/learn/${id}`);
    },
    onError: (failure) => toaster.error(failureMessage(failure, t`You have not joined the course`)),
  });
  const address = `${courseHome}/learn/${course.enrolmentId}`;
  return (
    <Card.Root as="section" aria-label={withName ? `${course.title}, ${course.student}` : course.title}>
      <Card.Header>
        <HStack justify="space-between" align="flex-start" wrap="wrap" gap="2">
          <Heading as="h2" size="md">
            {course.title}
          </Heading>
          {course.completedAt ? (
            <Badge colorPalette="green">{t`Finished`}</Badge>
          ) : (
            <Badge colorPalette={course.price === 0 ? 'gray' : 'blue'}>{priceText(course.price)}</Badge>
          )}
        </HStack>
        <Text fontSize="sm" color="fg.muted">
          {[withName ? course.student : '', course.teacher].filter(Boolean).join(' · ')}
        </Text>
      </Card.Header>
      <Card.Body>
        <Stack gap="3" h="full" justify="space-between">
          {course.summary && <Text whiteSpace="pre-line">{course.summary}</Text>}
          {course.enrolmentId && (
            <Text fontSize="sm" color="fg.muted">
              {progressText(course.done, course.lessons)}
            </Text>
          )}
          {course.enrolmentId && !course.isOpen && (
            <Text color="fg.warning">
              {t`Waiting for the payment of ${priceText(course.price)}. Pay it to the school as you pay fees, for instance by M-Pesa; the course opens when the office has recorded it.`}
            </Text>
          )}
          <HStack gap="2" wrap="wrap">
            {course.enrolmentId && course.isOpen && (
              <ButtonLink to={address} size="sm">
                {course.done === 0 ? t`Start` : course.completedAt ? t`Open` : t`Continue`}
              </ButtonLink>
            )}
            {course.certificate && (
              <CertificateButton enrolmentId={course.enrolmentId} number={course.certificate}>
                <Trans>Download certificate</Trans>
              </CertificateButton>
            )}
            {course.mayJoin && !isReadOnly && (
              <Button
                size="sm"
                disabled={join.isRunning}
                aria-label={withName ? t`Join ${course.title} for ${course.student}` : t`Join ${course.title}`}
                onClick={() => void join.run({ courseId: course.courseId, studentId: course.studentId })}
              >
                <Trans>Join</Trans>
              </Button>
            )}
            {!course.enrolmentId && !course.mayJoin && <Text color="fg.muted">{t`Ask the teacher to add you.`}</Text>}
          </HStack>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

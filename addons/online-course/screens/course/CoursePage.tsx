import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { Badge, Box, Button, EmptyState, ErrorState, HStack, SegmentedToggle, SkeletonText, Text, toaster } from '@masomo/design-system';
import { formatPercent } from '@masomo/domain/number';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { useNavigate, useParams, useSearchParams } from '@masomo/navigation';
import { useModule } from '@masomo/remote/useModule';
import { publishCourse, removeCourse } from '../../data/courseCommands.ts';
import { courseKeys, getCourse, type Course } from '../../data/courses.ts';
import { CourseDialog } from '../shared/CourseDialog.tsx';
import { CourseNav } from '../shared/CourseNav.tsx';
import { courseFeature, courseHome } from '../shared/courseHome.ts';
import { priceText } from '../shared/courseTexts.ts';
import { LessonsPanel } from './LessonsPanel.tsx';
import { QuestionsPanel } from './QuestionsPanel.tsx';
import { StudentsPanel } from './StudentsPanel.tsx';

const parts = ['lessons', 'questions', 'students'] as const;

/** A course for its teacher: lessons, question bank and students. */
export function CoursePage() {
  const { courseId = '' } = useParams();
  const { data: course, error, reload } = useQuery(courseKeys.course(courseId), (db) => getCourse(db, courseId));
  if (error && course === undefined) return <ErrorState error={error} onRetry={reload} />;
  if (course === undefined) return <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />;
  if (course === null) return <EmptyState title={t`This course is no longer here`}>{t`Open the list of courses again.`}</EmptyState>;
  return <OpenCourse course={course} />;
}

function OpenCourse({ course }: { course: Course }) {
  const me = useSession().user?.id;
  const managesAll = useIsAllowed('course:manage');
  const { isReadOnly } = useModule(courseFeature);
  const isMine = managesAll || course.teacherId === me;
  const canChange = isMine && !isReadOnly;
  const [search, setSearch] = useSearchParams();
  const part = parts.find((known) => known === search.get('part')) ?? 'lessons';
  return (
    <>
      <PageHeader title={course.title} description={course.summary || t`An online course of your school.`} />
      <CourseNav current="" />
      <HStack justify="space-between" wrap="wrap" gap="3" mb="5">
        <HStack gap="2" wrap="wrap">
          <Badge colorPalette={course.isPublished ? 'green' : 'gray'}>{course.isPublished ? t`Published` : t`Not published`}</Badge>
          <Text fontSize="sm" color="fg.muted">
            {[course.className || t`Every student`, priceText(course.price), t`Pass mark ${formatPercent(course.passMark)}`].join(' · ')}
          </Text>
        </HStack>
        {canChange && <CourseActions course={course} />}
      </HStack>
      <Box mb="5">
        <SegmentedToggle
          label={t`Part of the course`}
          options={[
            { value: 'lessons', label: t`Lessons and quizzes` },
            { value: 'questions', label: t`Questions` },
            ...(isMine ? [{ value: 'students' as const, label: t`Students` }] : []),
          ]}
          value={part}
          onChange={(value) => setSearch({ part: value }, { replace: true })}
        />
      </Box>
      {part === 'lessons' && <LessonsPanel course={course} canChange={canChange} />}
      {part === 'questions' && <QuestionsPanel course={course} canChange={canChange} />}
      {part === 'students' && isMine && <StudentsPanel course={course} canChange={canChange} />}
    </>
  );
}

function CourseActions({ course }: { course: Course }) {
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const publish = useCommand(publishCourse, {
    invalidates: ['courses'],
    onSuccess: () => toaster.success({ title: course.isPublished ? t`Course hidden` : t`Course published` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`Nothing was changed`)),
  });
  const remove = useCommand(removeCourse, {
    onSuccess: () => void navigate(courseHome, { replace: true }),
    onError: (failure) => {
      setIsRemoving(false);
      toaster.error(failureMessage(failure, t`The course was not removed`));
    },
  });
  return (
    <HStack gap="2" wrap="wrap">
      <Button size="sm" variant="outline" onClick={() => setIsEditing(true)}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="sm" variant="outline" onClick={() => setIsRemoving(true)}>
        <Trans>Remove</Trans>
      </Button>
      <Button size="sm" disabled={publish.isRunning} onClick={() => void publish.run({ id: course.id, isPublished: !course.isPublished })}>
        {course.isPublished ? t`Hide from families` : t`Publish`}
      </Button>
      {isEditing && <CourseDialog course={course} onClose={() => setIsEditing(false)} />}
      {isRemoving && (
        <ConfirmDialog
          isOpen
          tone="danger"
          title={t`Remove ${course.title}?`}
          body={t`Its lessons and questions go with it. A course that students have joined cannot be removed.`}
          confirmLabel={t`Remove`}
          isBusy={remove.isRunning}
          onConfirm={() => void remove.run(course.id)}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </HStack>
  );
}

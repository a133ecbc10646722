import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { useQuery } from '@masomo/data';
import { EmptyState, ErrorState, SkeletonText } from '@masomo/design-system';
import { useParams } from '@masomo/navigation';
import { ImportScreen } from '@masomo/remote/ImportScreen';
import { courseKeys, getCourse, type Course } from '../../data/courses.ts';
import { courseHome } from '../shared/courseHome.ts';
import { questionImport } from './questionImport.ts';

/** Imports questions from a workbook or a CSV file into the bank of a course. */
export function QuestionImportPage() {
  const { courseId = '' } = useParams();
  const { data: course, error, reload } = useQuery(courseKeys.course(courseId), (db) => getCourse(db, courseId));
  if (error && course === undefined) return <ErrorState error={error} onRetry={reload} />;
  if (course === undefined) return <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />;
  if (course === null) return <EmptyState title={t`This course is no longer here`}>{t`Open the list of courses again.`}</EmptyState>;
  return <ImportInto course={course} />;
}

function ImportInto({ course }: { course: Course }) {
  const kind = useMemo(() => questionImport(course.title), [course.title]);
  return (
    <ImportScreen
      kind={kind}
      title={t`Import questions`}
      hint={t`One row per question. Name the right choice by its letter, several as A;C; write other right answers with a semicolon between them. Questions without a course are for ${course.title}; those that its bank has in the same words are skipped.`}
      list={{ to: `${courseHome}/course/${course.id}?part=questions`, label: t`Questions of ${course.title}` }}
    />
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Button, HStack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { courseKeys, listCourseFigures, listCourses, type Course } from '../../data/courses.ts';
import { CourseNav } from '../shared/CourseNav.tsx';
import { courseFeature, courseHome } from '../shared/courseHome.ts';
import { priceText } from '../shared/courseTexts.ts';
import { CourseDialog } from '../shared/CourseDialog.tsx';

/** The courses of the school, how many take them and finish. */
export function CoursesPage() {
  const { isReadOnly } = useModule(courseFeature);
  const [isAdding, setIsAdding] = useState(false);
  const navigate = useNavigate();
  const { data: courses, error, reload } = useQuery(courseKeys.list(), listCourses);
  const { data: figures } = useQuery(courseKeys.figures(), listCourseFigures);
  const open = (id: string) => void navigate(`${courseHome}/course/${id}`);
  const figure = (id: string, name: 'lessons' | 'students' | 'completed') => {
    const of = figures?.[id];
    return of ? formatNumber(of[name]) : '–';
  };
  const columns: DataTableColumn<Course>[] = [
    {
      id: 'title',
      header: t`Course`,
      cell: (course) => (
        <Box>
          <HStack gap="2" wrap="wrap">
            <Text fontWeight="600">{course.title}</Text>
            {!course.isPublished && <Badge>{t`Not published`}</Badge>}
          </HStack>
          <Text fontSize="sm" color="fg.muted">
            {[course.className || t`Every student`, course.teacher].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ),
    },
    { id: 'price', header: t`Price`, align: 'end', cell: ({ price }) => priceText(price) },
    { id: 'lessons', header: t`Lessons and quizzes`, align: 'end', cell: ({ id }) => figure(id, 'lessons') },
    { id: 'students', header: t`Students`, align: 'end', cell: ({ id }) => figure(id, 'students') },
    { id: 'completed', header: t`Finished`, align: 'end', cell: ({ id }) => figure(id, 'completed') },
  ];
  const add = !isReadOnly && (
    <Button size="sm" onClick={() => setIsAdding(true)}>
      <Trans>Add course</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Online courses`}
        description={t`Lessons with video and files, quizzes that mark themselves, and certificates.`}
      />
      <CourseNav current="" />
      <RecordList
        label={t`Online courses`}
        columns={columns}
        rows={courses}
        error={error}
        onRetry={reload}
        rowLabel={({ title }) => title}
        onOpen={({ id }) => open(id)}
        actions={courses && courses.length > 0 && add}
        empty={{
          title: t`No course yet`,
          text: t`Add a course, then its lessons: text, files and a link to a video. Questions go into its bank, and a quiz asks some of them. Families see the course once you publish it.`,
          action: add,
        }}
      />
      {isAdding && <CourseDialog onSaved={open} onClose={() => setIsAdding(false)} />}
    </>
  );
}

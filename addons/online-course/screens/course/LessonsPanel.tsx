import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import { Badge, Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { moveLesson, removeLesson } from '../../data/courseCommands.ts';
import { courseKeys, listLessons, type Course, type Lesson } from '../../data/courses.ts';
import { FilesDialog } from './FilesDialog.tsx';
import { LessonDialog } from './LessonDialog.tsx';
import { QuizDialog } from './QuizDialog.tsx';

type LessonsPanelProps = { course: Course; canChange: boolean };

/** The steps of a course in their order. */
export function LessonsPanel({ course, canChange }: LessonsPanelProps) {
  const [edited, setEdited] = useState<Lesson | 'lesson' | 'quiz'>();
  const [filesOf, setFilesOf] = useState('');
  const { data: lessons, error, reload } = useQuery(courseKeys.lessons(course.id), (db) => listLessons(db, course.id));
  const onError = (failure: DataError) => toaster.error(failureMessage(failure, t`Nothing was changed`));
  const move = useCommand(moveLesson, { invalidates: ['courses'], onError });
  const remove = useCommand(removeLesson, { invalidates: ['courses'], onError });
  const filed = lessons?.find(({ id }) => id === filesOf);
  const columns: DataTableColumn<Lesson>[] = [
    {
      id: 'title',
      header: t`Lesson or quiz`,
      cell: (lesson) => (
        <Box>
          <HStack gap="2" wrap="wrap">
            <Text fontWeight="600">{lesson.title}</Text>
            {lesson.isQuiz && <Badge colorPalette="purple">{t`Quiz`}</Badge>}
          </HStack>
          <Text fontSize="sm" color="fg.muted">
            {aboutLesson(lesson)}
          </Text>
        </Box>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (lesson) =>
        canChange && (
          <HStack gap="1" justify="flex-end" wrap="wrap">
            <Button size="xs" variant="ghost" aria-label={t`Edit ${lesson.title}`} onClick={() => setEdited(lesson)}>
              <Trans>Edit</Trans>
            </Button>
            {!lesson.isQuiz && (
              <Button size="xs" variant="ghost" aria-label={t`Files of ${lesson.title}`} onClick={() => setFilesOf(lesson.id)}>
                <Trans>Files</Trans>
              </Button>
            )}
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Move ${lesson.title} up`}
              disabled={move.isRunning || lessons?.[0]?.id === lesson.id}
              onClick={() => void move.run({ id: lesson.id, up: true })}
            >
              <Trans>Up</Trans>
            </Button>
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Remove ${lesson.title}`}
              disabled={remove.isRunning}
              onClick={() => void remove.run(lesson.id)}
            >
              <Trans>Remove</Trans>
            </Button>
          </HStack>
        ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Lessons and quizzes`}
        columns={columns}
        rows={lessons}
        error={error}
        onRetry={reload}
        rowLabel={({ title }) => title}
        actions={
          canChange && (
            <HStack gap="2" wrap="wrap">
              <Button size="sm" onClick={() => setEdited('lesson')}>
                <Trans>Add lesson</Trans>
              </Button>
              <Button size="sm" variant="outline" onClick={() => setEdited('quiz')}>
                <Trans>Add quiz</Trans>
              </Button>
            </HStack>
          )
        }
        empty={{
          title: t`No lessons yet`,
          text: t`A lesson has text, a link to a video and files. Add a quiz where students should show what they learned.`,
        }}
      />
      {edited && (edited === 'quiz' || (edited !== 'lesson' && edited.isQuiz)) && (
        <QuizDialog courseId={course.id} {...(edited === 'quiz' ? {} : { lesson: edited })} onClose={() => setEdited(undefined)} />
      )}
      {edited && (edited === 'lesson' || (edited !== 'quiz' && !edited.isQuiz)) && (
        <LessonDialog courseId={course.id} {...(edited === 'lesson' ? {} : { lesson: edited })} onClose={() => setEdited(undefined)} />
      )}
      {filed && <FilesDialog lesson={filed} onClose={() => setFilesOf('')} />}
    </>
  );
}

function aboutLesson({ isQuiz, minutes, attempts, videoUrl, files, body }: Lesson): string {
  if (isQuiz)
    return [
      minutes === null ? t`No time limit` : plural(minutes, { one: '# minute', other: '# minutes' }),
      plural(attempts, { one: '# attempt', other: '# attempts' }),
    ].join(' · ');
  return [body ? t`Text` : '', videoUrl ? t`Video` : '', files.length > 0 ? plural(files.length, { one: '# file', other: '# files' }) : '']
    .filter(Boolean)
    .join(' · ');
}

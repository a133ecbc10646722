import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Button, ButtonLink, HStack, Text, toaster } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { removeQuestion } from '../../data/courseCommands.ts';
import { courseKeys, type Course } from '../../data/courses.ts';
import { listQuestions, type Question } from '../../data/questions.ts';
import { kindLabels } from '../shared/courseTexts.ts';
import { courseHome } from '../shared/courseHome.ts';
import { keyText } from '../shared/keyText.ts';
import { exportedQuestions } from '../shared/exportedQuestions.ts';
import { GiftDialog } from './GiftDialog.tsx';
import { QuestionDialog } from './QuestionDialog.tsx';

/** The question bank of a course, with what is right: for its teachers only. */
export function QuestionsPanel({ course, canChange }: { course: Course; canChange: boolean }) {
  const courseId = course.id;
  const [edited, setEdited] = useState<Question | 'new'>();
  const [isImporting, setIsImporting] = useState(false);
  const { data: questions, error, reload } = useQuery(courseKeys.questions(courseId), (db) => listQuestions(db, courseId));
  const remove = useCommand(removeQuestion, {
    invalidates: ['courses'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The question was not removed`)),
  });
  const columns: DataTableColumn<Question>[] = [
    {
      id: 'wording',
      header: t`Question`,
      cell: (question) => (
        <Box>
          <Text fontWeight="600" whiteSpace="pre-line">
            {question.wording}
          </Text>
          <Text fontSize="sm" color="fg.muted">
            {keyText(question)}
          </Text>
        </Box>
      ),
    },
    { id: 'kind', header: t`Kind`, cell: ({ kind }) => <Badge>{kindLabels[kind]}</Badge> },
    { id: 'points', header: t`Points`, align: 'end', cell: ({ points }) => formatNumber(points) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (question) =>
        canChange && (
          <HStack gap="1" justify="flex-end" wrap="wrap">
            <Button size="xs" variant="ghost" aria-label={t`Edit ${question.wording}`} onClick={() => setEdited(question)}>
              <Trans>Edit</Trans>
            </Button>
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Remove ${question.wording}`}
              disabled={remove.isRunning}
              onClick={() => void remove.run(question.id)}
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
        label={t`Questions`}
        columns={columns}
        export={exportedQuestions(course.title)}
        rows={questions}
        error={error}
        onRetry={reload}
        rowLabel={({ wording }) => wording}
        actions={
          canChange && (
            <HStack gap="2" wrap="wrap">
              <Button size="sm" onClick={() => setEdited('new')}>
                <Trans>Add question</Trans>
              </Button>
              <ButtonLink size="sm" variant="outline" to={`${courseHome}/course/${courseId}/import`}>
                <Trans>Import</Trans>
              </ButtonLink>
              <Button size="sm" variant="outline" onClick={() => setIsImporting(true)}>
                <Trans>Import from GIFT</Trans>
              </Button>
            </HStack>
          )
        }
        empty={{
          title: t`No questions yet`,
          text: t`Add questions here or bring a GIFT file from another system, then choose them in a quiz. Students never get what is right before they have handed in.`,
        }}
      />
      {edited && (
        <QuestionDialog courseId={courseId} {...(edited === 'new' ? {} : { question: edited })} onClose={() => setEdited(undefined)} />
      )}
      {isImporting && <GiftDialog courseId={courseId} onClose={() => setIsImporting(false)} />}
    </>
  );
}

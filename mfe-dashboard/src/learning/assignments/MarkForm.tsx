import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { say, useCommand } from '@masomo/data';
import { gradeSubmission, type AssignmentDetail, type Submission } from '@masomo/data/learning/assignments';
import { scoreProblem } from '@masomo/domain/gradebook';
import { typedNumber } from '@masomo/domain/typedNumber';
import { formatDateTime } from '@masomo/domain/time';
import { Box, Button, Card, Grid, Heading, HStack, Stack, Text, toaster } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, TextField } from '@masomo/design-system/forms';

import { PageViewer } from './PageViewer.tsx';

/** A mark being typed; it is kept while moving between students. */
export type MarkDraft = { score: string; feedback: string };

type MarkFormProps = {
  assignment: AssignmentDetail;
  submission: Submission;
  draft: MarkDraft | undefined;
  onDraft: (draft: MarkDraft | undefined) => void;
  onMove: (step: 1 | -1) => void;
  position: { index: number; count: number };
};

/** Ctrl+Enter saves and moves on to the next student. */
export function MarkForm({ assignment, submission, draft, onDraft, onMove, position }: MarkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const grade = useCommand(gradeSubmission, { invalidates: ['assignments', 'grades', 'overview'] });
  const value = draft ?? { score: submission.score === null ? '' : String(submission.score), feedback: submission.feedback };
  const problem = draft && draft.score !== '' ? scoreProblem(draft.score, assignment.maxScore) : undefined;

  async function save() {
    if (scoreProblem(value.score, assignment.maxScore)) return onDraft({ ...value, score: value.score || ' ' });
    const done = await grade.run({
      assignmentId: assignment.id,
      seen: submission,
      score: typedNumber(value.score),
      feedback: value.feedback,
    });
    if (done === undefined) return;
    onDraft(undefined);
    toaster.success({ title: t`${submission.student}: ${value.score} of ${assignment.maxScore}` });
    onMove(1);
  }
  return (
    <Card.Root as="section" aria-labelledby="marking">
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md" id="marking">
            {submission.student}
          </Heading>
          <HStack gap="2">
            <Text fontSize="sm" color="fg.muted">
              <Trans>
                {position.index + 1} of {position.count}
              </Trans>
            </Text>
            <Button size="sm" variant="outline" disabled={position.index === 0} onClick={() => onMove(-1)}>
              <Trans>Previous</Trans>
            </Button>
            <Button size="sm" variant="outline" disabled={position.index === position.count - 1} onClick={() => onMove(1)}>
              <Trans>Next</Trans>
            </Button>
          </HStack>
        </HStack>
      </Card.Header>
      <Card.Body>
        <Grid templateColumns={{ base: '1fr', xl: submission.pages.length > 0 ? '1.4fr 1fr' : '1fr' }} gap="5" alignItems="start">
          <PageViewer pages={submission.pages} student={submission.student} />
          <Stack gap="5" minW="0">
            <Box
              bg="bg.muted"
              borderRadius="md"
              p="4"
              maxH="96"
              overflowY="auto"
              tabIndex={0}
              role="region"
              aria-label={t`Answer from ${submission.student}`}
            >
              {submission.answer || submission.pages.length > 0 ? (
                <>
                  {submission.answer && <Text whiteSpace="pre-wrap">{submission.answer}</Text>}
                  {submission.submittedAt && (
                    <Text fontSize="sm" color="fg.muted" mt={submission.answer ? '3' : '0'}>
                      <Trans>Handed in {formatDateTime(submission.submittedAt)}</Trans>
                    </Text>
                  )}
                </>
              ) : (
                <Text color="fg.muted">
                  <Trans>Nothing handed in online. Work on paper can still be marked.</Trans>
                </Text>
              )}
            </Box>
            <form
              ref={form}
              noValidate
              aria-label={t`Mark`}
              onSubmit={(event) => {
                event.preventDefault();
                void save();
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault();
                  form.current?.requestSubmit();
                }
              }}
            >
              <Stack gap="4">
                <FormError>{grade.error?.userMessage}</FormError>
                <Box maxW="48">
                  <TextField
                    label={t`Score out of ${assignment.maxScore}`}
                    inputMode="decimal"
                    required
                    error={problem && say(problem)}
                    value={value.score}
                    onChange={(event) => onDraft({ ...value, score: event.currentTarget.value })}
                  />
                </Box>
                <TextAreaField
                  label={t`Feedback`}
                  rows={4}
                  maxLength={2000}
                  value={value.feedback}
                  onChange={(event) => onDraft({ ...value, feedback: event.currentTarget.value })}
                />
                <HStack gap="4" wrap="wrap">
                  <SubmitButton isBusy={grade.isRunning} busyLabel={t`Saving...`}>
                    <Trans>Save and next</Trans>
                  </SubmitButton>
                  <Text fontSize="sm" color="fg.muted">
                    {draft
                      ? t`Not saved yet. Ctrl+Enter saves.`
                      : submission.gradedAt
                        ? t`Marked ${formatDateTime(submission.gradedAt)}`
                        : t`Not marked yet.`}
                  </Text>
                </HStack>
              </Stack>
            </form>
          </Stack>
        </Grid>
      </Card.Body>
    </Card.Root>
  );
}

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { useSession } from '@masomo/auth';
import { Box, Button, ButtonLink, ErrorState, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { useParams } from '@masomo/navigation';
import { useOutbox, useOutboxFlush } from '@masomo/remote/offline/useOutbox';
import type { Answer, AskedQuestion, Attempt } from '../../data/learning.ts';
import { courseHome } from '../shared/courseHome.ts';
import { answerOutbox, type QueuedAnswer } from './answerOutbox.ts';
import { ClosedQuiz } from './ClosedQuiz.tsx';
import { QuestionField } from './QuestionField.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useAttempt } from './useAttempt.ts';

/** A quiz that is being taken, or what came of it. */
export function QuizPage() {
  const { enrolmentId = '', attemptId = '' } = useParams();
  const owner = useSession().user?.id ?? '';
  const { attempt, behind, error, reload } = useAttempt(attemptId);
  const outbox = useOutbox(answerOutbox, owner);
  useOutboxFlush(answerOutbox, owner, outbox.waiting.length, outbox.isOnline);
  const items = outbox.items.filter((item) => item.attemptId === attemptId);
  if (error && !attempt) return <ErrorState error={error} onRetry={reload} />;
  if (!attempt) return <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />;
  return (
    <>
      <PageHeader title={attempt.title} description={t`Attempt ${attempt.number}`} />
      <Stack gap="5" maxW="3xl">
        <ButtonLink to={`${courseHome}/learn/${enrolmentId}`} size="sm" variant="outline" alignSelf="start">
          <Trans>All lessons</Trans>
        </ButtonLink>
        {attempt.handed_in_at ? (
          <ClosedQuiz attempt={attempt} late={items.filter(({ isLate }) => isLate).length} />
        ) : (
          <OpenQuiz attempt={attempt} behind={behind} owner={owner} items={items} isCutOff={outbox.isCutOff} onOver={reload} />
        )}
      </Stack>
    </>
  );
}

type OpenQuizProps = {
  attempt: Attempt;
  behind: number;
  owner: string;
  items: readonly QueuedAnswer[];
  isCutOff: boolean;
  onOver: () => Promise<unknown>;
};

function OpenQuiz({ attempt, behind, owner, items, isCutOff, onOver }: OpenQuizProps) {
  const [isAsked, setIsAsked] = useState(false);
  // Typed here since the page was opened: what was sent leaves the outbox before the attempt is read again.
  const [given, setGiven] = useState<Readonly<Record<string, { answer: Answer; typed: number }>>>({});
  const [isOver, setIsOver] = useState(false);
  const over = useCallback(() => {
    setIsOver(true);
    void answerOutbox.flush(owner).then(onOver);
  }, [owner, onOver]);
  const waiting = items.filter(({ isLate }) => !isLate);
  const isHandedIn = waiting.some(({ questionId }) => questionId === '');
  const latest = (question: AskedQuestion): { answer: Answer | null; typed: number } => {
    const queued = waiting.find(({ questionId }) => questionId === question.id);
    return [queued, given[question.id], question].reduce<{ answer: Answer | null; typed: number }>(
      (best, next) => (next && next.typed > best.typed ? next : best),
      { answer: null, typed: -1 },
    );
  };
  const put = (item: Pick<QueuedAnswer, 'questionId' | 'answer' | 'typed'>) =>
    answerOutbox.add([{ owner, attemptId: attempt.id, ...item }]).catch(() =>
      toaster.error({
        title: t`The answer was not kept`,
        description: t`This device is full or blocks storage for this page. Free some space and answer again.`,
      }),
    );
  const give = (question: AskedQuestion, answer: Answer) => {
    const typed = Math.max(0, latest(question).typed) + 1;
    setGiven((before) => ({ ...before, [question.id]: { answer, typed } }));
    void put({ questionId: question.id, answer, typed });
  };
  const handIn = () => {
    setIsAsked(false);
    void put({ questionId: '', answer: null, typed: 1 }).then(() => answerOutbox.flush(owner));
  };
  const unanswered = attempt.questions.filter((question) => isBlank(latest(question).answer)).length;
  const isClosed = isOver || isHandedIn;
  return (
    <>
      {attempt.questions.map((question, index) => (
        <Box key={question.id} inert={isClosed}>
          <QuestionField
            question={question}
            number={index + 1}
            answer={latest(question).answer}
            onAnswer={(answer) => give(question, answer)}
          />
        </Box>
      ))}
      <HStack
        justify="space-between"
        wrap="wrap"
        gap="3"
        position="sticky"
        bottom="var(--bottom-bar, 0px)"
        bg="bg"
        py="3"
        borderTopWidth="1px"
      >
        <Text role="status" fontSize="sm" color="fg.muted">
          {isHandedIn
            ? isCutOff
              ? t`Handed in on this device. It is sent when the connection is back; answers count that arrive before the time is over.`
              : t`Handing in...`
            : waiting.length === 0
              ? t`Every answer is saved.`
              : isCutOff
                ? t`${plural(waiting.length, { one: '# answer waits', other: '# answers wait' })} on this device for a connection.`
                : t`Saving...`}
        </Text>
        {attempt.due_at && <TimeLeft dueAt={attempt.due_at} behind={behind} onOver={over} />}
        <Button disabled={isClosed} onClick={() => setIsAsked(true)}>
          <Trans>Hand in</Trans>
        </Button>
      </HStack>
      {isAsked && (
        <ConfirmDialog
          isOpen
          title={t`Hand in this quiz?`}
          body={
            unanswered === 0
              ? t`Your answers cannot be changed after that.`
              : t`${plural(unanswered, { one: '# question has', other: '# questions have' })} no answer. Your answers cannot be changed after that.`
          }
          confirmLabel={t`Hand in`}
          onConfirm={handIn}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

const isBlank = (answer: Answer | null) => answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);

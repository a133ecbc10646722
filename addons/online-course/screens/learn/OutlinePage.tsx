import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { formatPercent } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { newId } from '@masomo/domain/secureContext';
import {
  AppLink,
  Badge,
  Button,
  ButtonLink,
  Card,
  ErrorState,
  Heading,
  HStack,
  List,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { useNavigate, useParams } from '@masomo/navigation';
import { useModule } from '@masomo/remote/useModule';
import { startQuiz } from '../../data/courseCommands.ts';
import type { Outline, OutlineLesson } from '../../data/learning.ts';
import { CertificateButton } from '../shared/CertificateButton.tsx';
import { courseFeature, courseHome } from '../shared/courseHome.ts';
import { pointsText, progressText, resultText } from '../shared/courseTexts.ts';
import { useOutline } from './useOutline.ts';

/** A course as its student sees it: lessons in order, attempts, result and certificate. */
export function OutlinePage() {
  const { enrolmentId = '' } = useParams();
  const { outline, isKept, error, reload } = useOutline(enrolmentId);
  if (error && !outline) return <ErrorState error={error} onRetry={reload} />;
  if (!outline) return <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />;
  const done = outline.lessons.filter(({ is_done: isDone }) => isDone).length;
  return (
    <>
      <PageHeader title={outline.title} description={outline.summary || t`An online course of your school.`} />
      <Stack gap="5" maxW="3xl">
        <ButtonLink to={`${courseHome}/learn`} size="sm" variant="outline" alignSelf="start">
          <Trans>All courses</Trans>
        </ButtonLink>
        {isKept && <Text color="fg.muted">{t`Without a connection: shown as this device last read it.`}</Text>}
        <Standing enrolmentId={enrolmentId} outline={outline} done={done} />
        <List.Root as="ol" listStyle="none" ps="0" borderWidth="1px" borderRadius="lg" bg="bg.panel" aria-label={t`Lessons and quizzes`}>
          {outline.lessons.map((lesson) => (
            <List.Item key={lesson.id} px="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
              <LessonLine enrolmentId={enrolmentId} lesson={lesson} isMe={outline.is_me} />
            </List.Item>
          ))}
        </List.Root>
      </Stack>
    </>
  );
}

function Standing({ enrolmentId, outline, done }: { enrolmentId: string; outline: Outline; done: number }) {
  const percent = outline.max_score ? ((outline.score ?? 0) * 100) / outline.max_score : null;
  return (
    <Card.Root as="section" aria-label={t`Progress`}>
      <Card.Body>
        <Stack gap="1">
          {!outline.is_me && <Text fontWeight="600">{outline.student}</Text>}
          <Text>{progressText(done, outline.lessons.length)}</Text>
          {percent !== null && (
            <Text color="fg.muted">{t`Result so far ${resultText(percent)}; the certificate needs ${formatPercent(outline.pass_mark)}.`}</Text>
          )}
          {outline.completed_at && (
            <HStack justify="space-between" wrap="wrap" gap="3">
              <Text color="fg.success" fontWeight="600">
                {t`Finished on ${formatDate(outline.completed_at)}. Certificate ${outline.certificate ?? ''}`}
              </Text>
              {outline.certificate && (
                <CertificateButton enrolmentId={enrolmentId} number={outline.certificate}>
                  <Trans>Download certificate</Trans>
                </CertificateButton>
              )}
            </HStack>
          )}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

type LessonLineProps = { enrolmentId: string; lesson: OutlineLesson; isMe: boolean };

function LessonLine({ enrolmentId, lesson, isMe }: LessonLineProps) {
  const address = `${courseHome}/learn/${enrolmentId}`;
  return (
    <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
      <Stack gap="1" minW="0" flex="1">
        <HStack gap="2" wrap="wrap">
          {lesson.is_open && !lesson.is_quiz ? (
            <AppLink to={`${address}/lesson/${lesson.id}`} fontWeight="600">
              {lesson.title}
            </AppLink>
          ) : (
            <Heading as="h2" size="sm" color={lesson.is_open ? 'fg' : 'fg.muted'}>
              {lesson.title}
            </Heading>
          )}
          {lesson.is_done && <Badge colorPalette="green">{t`Done`}</Badge>}
          {!lesson.is_open && <Badge>{t`Opens after the lessons before it`}</Badge>}
        </HStack>
        {lesson.is_quiz && (
          <Text fontSize="sm" color="fg.muted">
            {[
              plural(lesson.questions, { one: '# question', other: '# questions' }),
              lesson.minutes === null ? t`no time limit` : plural(lesson.minutes, { one: '# minute', other: '# minutes' }),
              t`${lesson.taken.length} of ${plural(lesson.attempts, { one: '# attempt', other: '# attempts' })} used`,
            ].join(' · ')}
          </Text>
        )}
        {lesson.taken
          .filter(({ handed_in_at: handedIn }) => handedIn)
          .map((attempt) => (
            <AppLink key={attempt.id} fontSize="sm" to={`${address}/quiz/${attempt.id}`}>
              {t`Attempt ${attempt.number}: ${pointsText(attempt.score ?? 0, attempt.max_score ?? 0)}`}
            </AppLink>
          ))}
      </Stack>
      {lesson.is_quiz && lesson.is_open && isMe && <QuizButton enrolmentId={enrolmentId} lesson={lesson} />}
    </HStack>
  );
}

/** Begins a quiz after asking, because its time runs from then on; or goes on with the attempt that is open. */
function QuizButton({ enrolmentId, lesson }: { enrolmentId: string; lesson: OutlineLesson }) {
  const navigate = useNavigate();
  const { isReadOnly } = useModule(courseFeature);
  const [isAsked, setIsAsked] = useState(false);
  const [attemptId] = useState(newId);
  const open = (id: string) => void navigate(`${courseHome}/learn/${enrolmentId}/quiz/${id}`);
  const start = useCommand(startQuiz, {
    invalidates: ['courses'],
    onSuccess: open,
    onError: (failure) => {
      setIsAsked(false);
      toaster.error(failureMessage(failure, t`The quiz did not begin`));
    },
  });
  const going = lesson.taken.find(({ handed_in_at: handedIn }) => !handedIn);
  if (going)
    return (
      <Button size="sm" onClick={() => open(going.id)}>
        <Trans>Continue quiz</Trans>
      </Button>
    );
  if (isReadOnly || lesson.taken.length >= lesson.attempts) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsAsked(true)}>
        <Trans>Begin quiz</Trans>
      </Button>
      {isAsked && (
        <ConfirmDialog
          isOpen
          title={t`Begin ${lesson.title}?`}
          body={
            lesson.minutes === null
              ? t`This uses an attempt. Take as long as you need; your answers are kept as you give them.`
              : t`This uses an attempt. You have ${plural(lesson.minutes, { one: '# minute', other: '# minutes' })} by the clock of the school’s server, which hands in what you answered when they are over, also without a connection.`
          }
          confirmLabel={t`Begin`}
          isBusy={start.isRunning}
          onConfirm={() => void start.run({ enrolmentId, lessonId: lesson.id, attemptId })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

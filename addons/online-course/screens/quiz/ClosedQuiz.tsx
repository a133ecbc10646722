import { t } from '@lingui/core/macro';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import type { Answer, AskedQuestion, Attempt } from '../../data/learning.ts';
import { keyText } from '../shared/keyText.ts';
import { pointsText } from '../shared/courseTexts.ts';

/** An attempt that was handed in: its points, and where the teacher shows it, what was right. */
export function ClosedQuiz({ attempt, late }: { attempt: Attempt; late: number }) {
  return (
    <Stack gap="5">
      <Card.Root as="section" aria-label={t`Result`}>
        <Card.Body>
          <Heading as="h2" size="lg">
            {pointsText(attempt.score ?? 0, attempt.max_score ?? 0)}
          </Heading>
          <Text color="fg.muted">{t`Handed in on ${formatDateTime(attempt.handed_in_at ?? '')}.`}</Text>
          {attempt.handed_in_at === attempt.due_at && <Text color="fg.muted">{t`The server handed it in when its time was over.`}</Text>}
          {late > 0 && (
            <Text color="fg.warning" role="status">
              {t`Answers from this device that arrived after that do not count: ${formatNumber(late)}.`}
            </Text>
          )}
          {!attempt.shows_answers && (
            <Text color="fg.muted">{t`What was right is shown only where the teacher allows it, after the last attempt.`}</Text>
          )}
        </Card.Body>
      </Card.Root>
      {attempt.questions.map((question, index) => (
        <Stack key={question.id} as="section" gap="1" aria-label={t`Question ${index + 1}`}>
          <HStack gap="2" wrap="wrap" align="flex-start">
            <Text fontWeight="600" whiteSpace="pre-line">
              {index + 1}. {question.wording}
            </Text>
            {question.share !== undefined && (
              <Badge colorPalette={question.share === 1 ? 'green' : question.share === 0 ? 'red' : 'orange'}>
                {pointsText(question.share * question.points, question.points)}
              </Badge>
            )}
          </HStack>
          <Text>{t`Your answer: ${answerText(question, question.answer)}`}</Text>
          {question.key && <Text color="fg.success">{t`Right: ${keyText({ ...question, key: question.key })}`}</Text>}
          {question.explanation && (
            <Text color="fg.muted" whiteSpace="pre-line">
              {question.explanation}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

function answerText({ options }: Pick<AskedQuestion, 'options'>, answer: Answer | null): string {
  if (answer === null || answer === '') return t`none`;
  if (typeof answer === 'boolean') return answer ? t`True` : t`False`;
  if (typeof answer === 'string') return answer;
  return answer.map((index) => options[index] ?? '').join(', ') || t`none`;
}

import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Box, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { CheckboxField, Input } from '@masomo/design-system/forms';
import type { Answer, AskedQuestion } from '../../data/learning.ts';

type QuestionFieldProps = { question: AskedQuestion; number: number; answer: Answer | null; onAnswer: (answer: Answer) => void };

/** One question of an open quiz. */
export function QuestionField({ question, number, answer, onAnswer }: QuestionFieldProps) {
  const id = useId();
  const wording = t`Question ${number}`;
  return (
    <Box as="fieldset" aria-labelledby={id}>
      <Stack gap="3">
        <Text id={id} fontWeight="600" whiteSpace="pre-line">
          {number}. {question.wording}
        </Text>
        {question.kind === 'single' && (
          <SegmentedToggle
            label={wording}
            look="pills"
            options={question.options.map((label, index) => ({ value: String(index), label }))}
            value={Array.isArray(answer) && answer.length === 1 ? String(answer[0]) : null}
            onChange={(value) => onAnswer([Number(value)])}
          />
        )}
        {question.kind === 'several' &&
          question.options.map((label, index) => {
            const ticked = Array.isArray(answer) ? answer : [];
            return (
              <CheckboxField
                key={label}
                label={label}
                checked={ticked.includes(index)}
                onChange={(event) =>
                  onAnswer(
                    event.currentTarget.checked ? [...ticked, index].toSorted((a, b) => a - b) : ticked.filter((tick) => tick !== index),
                  )
                }
              />
            );
          })}
        {question.kind === 'true_false' && (
          <SegmentedToggle
            label={wording}
            look="pills"
            options={[
              { value: 'true', label: t`True` },
              { value: 'false', label: t`False` },
            ]}
            value={typeof answer === 'boolean' ? (answer ? 'true' : 'false') : null}
            onChange={(value) => onAnswer(value === 'true')}
          />
        )}
        {(question.kind === 'text' || question.kind === 'number') && (
          <Input
            aria-labelledby={id}
            maxW="md"
            autoComplete="off"
            maxLength={500}
            inputMode={question.kind === 'number' ? 'decimal' : 'text'}
            value={typeof answer === 'string' ? answer : ''}
            onChange={(event) => onAnswer(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Box>
  );
}

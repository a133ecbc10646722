import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { Stack, Text, toaster } from '@masomo/design-system';
import { FieldFrame, FileInput, TextAreaField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { importQuestions } from '../../data/courseCommands.ts';
import { parseGift, type GiftFault } from '../../data/gift.ts';

const faults: Record<GiftFault, string> = {
  unclosed: t`the braces around the answers do not match`,
  'no-answers': t`there are no answers in braces`,
  essay: t`an essay cannot mark itself`,
  matching: t`pairs are not a kind of question here`,
  'no-right': t`no answer is marked as right`,
  'all-right': t`at least one choice has to be wrong`,
  'partly-right': t`answers that are partly right are not read`,
  number: t`the number cannot be read`,
  choices: t`there have to be 2 to 10 different choices`,
};

/** Brings questions from a GIFT file, or from text; shows each line that cannot be read before anything is saved. */
export function GiftDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const { questions, problems } = parseGift(text);
  const bring = useCommand(importQuestions, {
    invalidates: ['courses'],
    onSuccess: (count) => {
      toaster.success({ title: plural(count, { one: '# question added', other: '# questions added' }) });
      onClose();
    },
  });
  const tooLong = questions.some(({ wording, options }) => wording.length > 2000 || options.some((option) => option.length > 500));
  return (
    <FormDialog
      title={t`Import questions from GIFT`}
      submitLabel={t`Import`}
      isBusy={bring.isRunning}
      isDisabled={questions.length === 0 || questions.length > 500 || tooLong}
      error={bring.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void bring.run({ courseId, questions: questions.map(({ line: _, ...question }) => question) });
      }}
    >
      <FieldFrame label={t`GIFT file`} helpText={t`The text format for questions of Moodle and others.`}>
        {(control) => (
          <FileInput
            {...control}
            accept=".gift,.txt,text/plain"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)}
          />
        )}
      </FieldFrame>
      <TextAreaField label={t`Or its text`} rows={8} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {text.trim() !== '' && (
        <Stack role="status" gap="1">
          <Text fontWeight="600">
            {plural(questions.length, { one: '# question can be imported', other: '# questions can be imported' })}
          </Text>
          {questions.length > 500 && <Text color="fg.error">{t`Bring at most 500 questions at a time.`}</Text>}
          {tooLong && <Text color="fg.error">{t`A question has at most 2,000 characters, a choice 500.`}</Text>}
          {problems.map(({ line, fault }) => (
            <Text key={line} color="fg.error" fontSize="sm">
              {t`Line ${formatNumber(line)}: ${faults[fault]}`}
            </Text>
          ))}
        </Stack>
      )}
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { submitAnswer, type OwnAssignment } from '@masomo/data/learning/assignments';
import { Text, toaster } from '@masomo/design-system';
import { TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { atMostCharacters } from '../../../shared/atMostCharacters.ts';

const answerSchema = z.object({
  answer: z
    .string()
    .trim()
    .min(1, t`Write your answer`)
    .max(20000, atMostCharacters(20_000)),
});

export function HandInDialog({ work, onClose }: { work: OwnAssignment; onClose: () => void }) {
  const send = useCommand(submitAnswer, {
    invalidates: ['assignments', 'overview'],
    onSuccess: () => {
      toaster.success({ title: t`${work.title} submitted` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(answerSchema), defaultValues: { answer: work.answer } });
  return (
    <FormDialog
      title={work.title}
      submitLabel={t`Hand in`}
      isBusy={send.isRunning}
      error={send.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ answer }) => send.run({ assignmentId: work.id, answer }))}
    >
      {work.instructions && <Text whiteSpace="pre-wrap">{work.instructions}</Text>}
      <TextAreaField
        label={t`Your answer`}
        required
        rows={10}
        helpText={t`You can change it until your teacher marks it.`}
        error={errors.answer?.message}
        {...register('answer')}
      />
    </FormDialog>
  );
}

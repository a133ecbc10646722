import { t } from '@lingui/core/macro';
import { useCommand } from '@masomo/data';
import { SimpleGrid } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { saveQuestion } from '../../data/courseCommands.ts';
import { questionKinds, type Question } from '../../data/questions.ts';
import { kindLabels } from '../shared/courseTexts.ts';
import { questionSchema, questionValues } from './questionSchema.ts';

/** Adds a question to the bank, or changes one that nobody was asked yet. */
export function QuestionDialog({ courseId, question, onClose }: { courseId: string; question?: Question; onClose: () => void }) {
  const save = useCommand(saveQuestion, { invalidates: ['courses'], onSuccess: onClose });
  const {
    register,
    control,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(questionSchema), defaultValues: questionValues(question) });
  const kind = useWatch({ control, name: 'kind' });
  return (
    <FormDialog
      title={question ? t`Edit question` : t`Add question`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ ...fields, courseId, ...(question ? { id: question.id } : {}) }))}
    >
      <SelectField label={t`Kind`} options={questionKinds.map((value) => ({ value, label: kindLabels[value] }))} {...register('kind')} />
      <TextAreaField label={t`Question`} required error={errors.wording?.message} {...register('wording')} />
      {(kind === 'single' || kind === 'several') && (
        <TextAreaField
          label={t`Choices`}
          required
          rows={5}
          helpText={
            kind === 'single'
              ? t`One in a line, with a * before the one that is right.`
              : t`One in a line, with a * before each that is right. A wrong tick takes points off, so that ticking everything gives none.`
          }
          error={errors.choices?.message}
          {...register('choices')}
        />
      )}
      {kind === 'true_false' && (
        <SelectField
          label={t`Right is`}
          options={[
            { value: 'true', label: t`True` },
            { value: 'false', label: t`False` },
          ]}
          {...register('truth')}
        />
      )}
      {kind === 'text' && (
        <TextAreaField
          label={t`Answers that are right`}
          required
          helpText={t`One in a line. Capitals, accents and spaces make no difference.`}
          error={errors.accepted?.message}
          {...register('accepted')}
        />
      )}
      {kind === 'number' && (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label={t`Right is`} required inputMode="decimal" error={errors.value?.message} {...register('value')} />
          <TextField
            label={t`May be off by`}
            inputMode="decimal"
            placeholder="0"
            helpText={t`Both 3.14 and 3,14 are read.`}
            error={errors.tolerance?.message}
            {...register('tolerance')}
          />
        </SimpleGrid>
      )}
      <TextField label={t`Points`} required inputMode="numeric" error={errors.points?.message} {...register('points')} />
      <TextAreaField
        label={t`Explanation`}
        helpText={t`Shown with what was right, where the quiz shows it.`}
        error={errors.explanation?.message}
        {...register('explanation')}
      />
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { createQuestion, updateQuestion, type ManagedQuestion } from '@masomo/data/site/contentManagement';
import { faqCategoryLabels, faqSurfaces, questionCategories, type FaqSurface } from '@masomo/domain/faq';
import { translate } from '@masomo/i18n';
import { toaster } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';
import { TranslatedFields } from '../shared/TranslatedFields.tsx';
import { useTranslation, type TranslatedField } from '../shared/useTranslation.ts';
import { surfaceLabels } from './surfaceLabels.ts';

const questionSchema = z.object({
  surface: z.enum(faqSurfaces),
  category: z.enum(questionCategories),
  question: z
    .string()
    .trim()
    .min(1, t`Enter the question`)
    .max(300, t`Use at most 300 characters`),
  answer: z
    .string()
    .trim()
    .min(1, t`Enter the answer`)
    .max(3000, t`Use at most 3,000 characters`),
});

/** The form of a new question, or of the one given. */
export function FaqDialog({
  question,
  surface,
  onClose,
}: {
  question?: ManagedQuestion | undefined;
  surface: FaqSurface;
  onClose: () => void;
}) {
  const commandOptions = (title: string) => ({
    invalidates: ['faqs'],
    onSuccess: () => {
      toaster.success({ title });
      onClose();
    },
  });
  const create = useCommand(createQuestion, commandOptions(t`Question added`));
  const update = useCommand(updateQuestion, commandOptions(t`Question saved`));
  const {
    register,
    getValues,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(questionSchema),
    defaultValues: {
      surface: question?.surface ?? surface,
      category: question?.category ?? 'General',
      question: question?.question ?? '',
      answer: question?.answer ?? '',
    },
  });
  const translation = useTranslation(question);
  const english = getValues();
  const translatedFields: TranslatedField[] = [
    { name: 'question', label: t`Question`, maxLength: 300, english: english.question },
    { name: 'answer', label: t`Answer`, maxLength: 3000, english: english.answer, rows: 7 },
  ];
  const submit = handleSubmit(
    (form) => {
      if (!translation.check(translatedFields)) return undefined;
      const draft = { ...form, translations: translation.toStored(translatedFields) };
      return question ? update.run({ id: question.id, updatedAt: question.updatedAt, draft }) : create.run(draft);
    },
    () => translation.setLanguage('en'),
  );
  return (
    <EntryDialog
      title={question ? t`Edit question` : t`New question`}
      error={(create.error ?? update.error)?.userMessage}
      isBusy={create.isRunning || update.isRunning}
      saveLabel={question ? t`Save question` : t`Add question`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TranslatedFields translation={translation} fields={translatedFields}>
        <SelectField
          label={t`Shown on`}
          options={faqSurfaces.map((value) => ({ value, label: surfaceLabels[value] }))}
          {...register('surface')}
        />
        <SelectField
          label={t`Category`}
          helpText={t`Visitors can filter the FAQ page by it.`}
          options={questionCategories.map((value) => ({ value, label: translate(faqCategoryLabels[value]) }))}
          {...register('category')}
        />
        <TextField label={t`Question`} required error={errors.question?.message} {...register('question')} />
        <TextAreaField label={t`Answer`} rows={7} required error={errors.answer?.message} {...register('answer')} />
      </TranslatedFields>
    </EntryDialog>
  );
}

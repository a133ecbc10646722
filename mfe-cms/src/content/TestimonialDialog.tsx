import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { createTestimonial, updateTestimonial, type ManagedTestimonial } from '@masomo/data/site/contentManagement';
import { toaster } from '@masomo/design-system';
import { TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';
import { TranslatedFields } from '../shared/TranslatedFields.tsx';
import { useTranslation, type TranslatedField } from '../shared/useTranslation.ts';

const testimonialSchema = z.object({
  quote: z
    .string()
    .trim()
    .min(1, t`Enter the quote`)
    .max(600, t`Use at most 600 characters`),
  author: z
    .string()
    .trim()
    .min(1, t`Enter the author`)
    .max(120, t`Use at most 120 characters`),
  role: z
    .string()
    .trim()
    .min(1, t`Enter their role`)
    .max(120, t`Use at most 120 characters`),
  institution: z
    .string()
    .trim()
    .min(1, t`Enter their institution`)
    .max(160, t`Use at most 160 characters`),
});

/** The form of a new testimonial, or of the one given. */
export function TestimonialDialog({ testimonial, onClose }: { testimonial?: ManagedTestimonial | undefined; onClose: () => void }) {
  const commandOptions = (title: string) => ({
    invalidates: ['testimonials'],
    onSuccess: () => {
      toaster.success({ title });
      onClose();
    },
  });
  const create = useCommand(createTestimonial, commandOptions(t`Testimonial added`));
  const update = useCommand(updateTestimonial, commandOptions(t`Testimonial saved`));
  const {
    register,
    getValues,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(testimonialSchema),
    defaultValues: {
      quote: testimonial?.quote ?? '',
      author: testimonial?.author ?? '',
      role: testimonial?.role ?? '',
      institution: testimonial?.institution ?? '',
    },
  });
  const translation = useTranslation(testimonial);
  const english = getValues();
  const translatedFields: TranslatedField[] = [
    { name: 'quote', label: t`Quote`, maxLength: 600, english: english.quote, rows: 5 },
    { name: 'role', label: t({ message: 'Role', context: 'job' }), maxLength: 120, english: english.role },
  ];
  const submit = handleSubmit(
    (form) => {
      if (!translation.check(translatedFields)) return undefined;
      const draft = { ...form, translations: translation.toStored(translatedFields) };
      return testimonial ? update.run({ id: testimonial.id, updatedAt: testimonial.updatedAt, draft }) : create.run(draft);
    },
    () => translation.setLanguage('en'),
  );
  return (
    <EntryDialog
      title={testimonial ? t`Edit testimonial` : t`New testimonial`}
      error={(create.error ?? update.error)?.userMessage}
      isBusy={create.isRunning || update.isRunning}
      saveLabel={testimonial ? t`Save testimonial` : t`Add testimonial`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TranslatedFields translation={translation} fields={translatedFields}>
        <TextAreaField label={t`Quote`} rows={5} required error={errors.quote?.message} {...register('quote')} />
        <TextField label={t`Author`} required error={errors.author?.message} {...register('author')} />
        <TextField label={t({ message: 'Role', context: 'job' })} required error={errors.role?.message} {...register('role')} />
        <TextField label={t`Institution`} required error={errors.institution?.message} {...register('institution')} />
      </TranslatedFields>
    </EntryDialog>
  );
}

import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { saveLesson } from '../../data/courseCommands.ts';
import type { Lesson } from '../../data/courses.ts';

const lessonSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, t`Name the lesson`)
    .max(120, t`Use at most 120 characters`),
  body: z
    .string()
    .trim()
    .max(50_000, t`Use at most 50,000 characters`),
  videoUrl: z
    .string()
    .trim()
    .refine(
      (address) => address === '' || (/^https:\/\//.test(address) && URL.canParse(address)),
      t`Enter an address that begins with https://`,
    ),
});

/** Adds a lesson, or changes one. */
export function LessonDialog({ courseId, lesson, onClose }: { courseId: string; lesson?: Lesson; onClose: () => void }) {
  const save = useCommand(saveLesson, { invalidates: ['courses'], onSuccess: onClose });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(lessonSchema),
    defaultValues: { title: lesson?.title ?? '', body: lesson?.body ?? '', videoUrl: lesson?.videoUrl ?? '' },
  });
  return (
    <FormDialog
      title={lesson ? t`Edit ${lesson.title}` : t`Add lesson`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) =>
        save.run({
          ...fields,
          courseId,
          isQuiz: false,
          minutes: null,
          attempts: 1,
          showsAnswers: false,
          ...(lesson ? { id: lesson.id } : {}),
        }),
      )}
    >
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <TextAreaField label={t`Text`} rows={10} error={errors.body?.message} {...register('body')} />
      <TextField
        label={t`Link to a video`}
        type="url"
        helpText={t`Students open it in a new tab. Files are added once the lesson is saved.`}
        error={errors.videoUrl?.message}
        {...register('videoUrl')}
      />
    </FormDialog>
  );
}

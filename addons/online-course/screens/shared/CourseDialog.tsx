import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { typedNumber } from '@masomo/domain/typedNumber';
import { SimpleGrid } from '@masomo/design-system';
import { CheckboxField, SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Course } from '../../data/courses.ts';
import { saveCourse } from '../../data/courseCommands.ts';

const whole = (least: number, most: number, problem: string) =>
  z.string().transform(typedNumber).pipe(z.number(problem).int(problem).min(least, problem).max(most, problem));
const courseSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, t`Name the course`)
    .max(120, t`Use at most 120 characters`),
  summary: z
    .string()
    .trim()
    .max(2000, t`Use at most 2,000 characters`),
  classId: z.string(),
  price: whole(0, 1_000_000, t`Enter the price in whole shillings, 0 for a free course`),
  passMark: whole(0, 100, t`Enter a percentage from 0 to 100`),
  isOrdered: z.boolean(),
});

type CourseDialogProps = { course?: Course; onSaved?: (id: string) => void; onClose: () => void };

/** Adds a course, or changes one. */
export function CourseDialog({ course, onSaved, onClose }: CourseDialogProps) {
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const save = useCommand(saveCourse, {
    invalidates: ['courses'],
    onSuccess: (id) => {
      onClose();
      onSaved?.(id);
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(courseSchema),
    values: {
      title: course?.title ?? '',
      summary: course?.summary ?? '',
      classId: course?.classId ?? '',
      price: String(course?.price ?? 0),
      passMark: String(course?.passMark ?? 50),
      isOrdered: course?.isOrdered ?? false,
    },
    resetOptions: { keepDirtyValues: true },
  });
  return (
    <FormDialog
      title={course ? t`Edit ${course.title}` : t`Add a course`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ ...fields, ...(course ? { id: course.id } : {}) }))}
    >
      <TextField label={t`Title`} required error={errors.title?.message} {...register('title')} />
      <TextAreaField
        label={t`What it is about`}
        helpText={t`Families read this before they join.`}
        error={errors.summary?.message}
        {...register('summary')}
      />
      <SelectField
        label={t`For`}
        options={[{ value: '', label: t`Every student` }, ...(classes ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        {...register('classId')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label={t`Price in shillings`}
          inputMode="numeric"
          required
          helpText={t`0 for a free course. A new price is for who joins from now on.`}
          error={errors.price?.message}
          {...register('price')}
        />
        <TextField
          label={t`Pass mark in percent`}
          inputMode="numeric"
          required
          helpText={t`Of the points of all quizzes, for the certificate.`}
          error={errors.passMark?.message}
          {...register('passMark')}
        />
      </SimpleGrid>
      <CheckboxField label={t`Lessons open one after the other`} {...register('isOrdered')} />
    </FormDialog>
  );
}

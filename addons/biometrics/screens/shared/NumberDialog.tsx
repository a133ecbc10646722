import { plural, t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { students } from '@masomo/data/people/personSources';
import { toaster } from '@masomo/design-system';
import { Controller, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { giveNumber, type NumberFields } from '../../data/readerCommands.ts';

const fieldsSchema = z.object({
  studentId: z.string().min(1, t`Choose a student`),
  number: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, t`Enter the number that the reader has for the student, of up to 9 digits`),
});

type NumberDialogProps = { given?: Partial<NumberFields>; name?: string; onClose: () => void };

/** Says by which number readers know a student. */
export function NumberDialog({ given = {}, name = '', onClose }: NumberDialogProps) {
  const give = useCommand(giveNumber, {
    invalidates: ['readers', 'attendance'],
    onSuccess: (filled) => {
      onClose();
      toaster.success({
        title: t`The number was given`,
        ...(filled > 0 && {
          description: t`${plural(filled, { one: '# reading that waited is', other: '# readings that waited are' })} in the register now.`,
        }),
      });
    },
  });
  const {
    control,
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(fieldsSchema), defaultValues: { studentId: '', number: '', ...given } });
  const { studentId } = given;
  return (
    <FormDialog
      title={name ? t`Number of ${name}` : t`Give a number`}
      submitLabel={t`Give`}
      isBusy={give.isRunning}
      error={give.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => give.run(fields))}
    >
      {studentId === undefined && (
        <Controller
          control={control}
          name="studentId"
          render={({ field }) => (
            <PersonPicker
              label={t`Student`}
              required
              source={students}
              value={field.value}
              error={errors.studentId?.message}
              helpText={t`The guardians must have agreed to fingerprints and faces. For others, a card for the gate does the same.`}
              onChoose={(student) => field.onChange(student?.id ?? '')}
            />
          )}
        />
      )}
      <TextField
        label={t`Number`}
        required
        inputMode="numeric"
        helpText={t`The user ID under which the finger or the face was enrolled at the reader.`}
        error={errors.number?.message}
        {...register('number')}
      />
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { saveStudent, type StudentProfile } from '@masomo/data/people/students';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { fullName } from '@masomo/domain/personName';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PlanLimitLink } from '../../shared/PlanLimitLink.tsx';
import { boardingLabels, genderLabels } from './studentLabels.ts';
import { today } from '@masomo/remote/schoolDay';

const studentSchema = z.object({
  admissionNumber: z
    .string()
    .trim()
    .min(1, t`Enter the admission number`)
    .max(30, t`Use at most 30 characters`),
  firstName: z
    .string()
    .trim()
    .min(1, t`Enter the first name`)
    .max(80, t`Use at most 80 characters`),
  lastName: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  boarding: z.enum(['', 'day', 'boarder']),
  gender: z.enum(['', 'female', 'male']),
  dateOfBirth: z.string(),
  classId: z.string(),
  admittedOn: z.string(),
});

const fieldByColumn: Record<string, keyof z.infer<typeof studentSchema>> = {
  admission_number: 'admissionNumber',
  date_of_birth: 'dateOfBirth',
  class_id: 'classId',
};

type StudentDialogProps = { student?: StudentProfile; onClose: () => void; onSaved?: (id: string) => void };

export function StudentDialog({ student, onClose, onSaved }: StudentDialogProps) {
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const defaultValues = {
    admissionNumber: student?.admission_number ?? '',
    firstName: student?.first_name ?? '',
    lastName: student?.last_name ?? '',
    boarding: student?.boarding ?? ('' as const),
    gender: student?.gender ?? ('' as const),
    dateOfBirth: student?.date_of_birth ?? '',
    classId: student?.class_id ?? '',
    admittedOn: student?.admitted_on ?? today(),
  };
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(studentSchema),
    defaultValues,
  });
  const save = useVersionedSave((db, args) => saveStudent(db, { ...args, id: student?.id }), {
    record: student && { id: student.id, updatedAt: student.updated_at },
    schemas: studentSchema.shape,
    defaultValues,
    fields: {
      firstName: t`First name`,
      lastName: t`Last name`,
      admissionNumber: t`Admission number`,
      classId: { label: t`Class`, show: (id) => classes?.find((known) => known.id === id)?.name ?? t`No class` },
      boarding: t`Day or boarding`,
      gender: t`Gender`,
      dateOfBirth: t`Date of birth`,
      admittedOn: t`Admitted on`,
    },
    invalidates: ['students', 'overview', 'classes'],
    onSuccess: (id) => {
      toaster.success({ title: student ? t`Student saved` : t`Student added` });
      onClose();
      onSaved?.(id);
    },
    onError: (error) => {
      const field = fieldByColumn[error.field ?? ''];
      if (field) setError(field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      title={student ? t`Edit ${fullName(student.first_name, student.last_name)}` : t`Add student`}
      submitLabel={student ? t`Save` : t`Add student`}
      isBusy={save.isRunning}
      onClose={onClose}
      error={save.error && !fieldByColumn[save.error.field ?? ''] ? save.error.userMessage : undefined}
      onSubmit={handleSubmit(save.run)}
    >
      <PlanLimitLink error={save.error} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`First name`} required autoComplete="off" error={errors.firstName?.message} {...register('firstName')} />
        <TextField label={t`Last name`} autoComplete="off" error={errors.lastName?.message} {...register('lastName')} />
        <TextField
          label={t`Admission number`}
          required
          autoComplete="off"
          error={errors.admissionNumber?.message}
          {...register('admissionNumber')}
        />
        {classes ? (
          <SelectField
            label={t`Class`}
            options={[{ value: '', label: t`No class` }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
            error={errors.classId?.message}
            {...register('classId')}
          />
        ) : (
          <TextField label={t`Class`} value={t`Loading...`} readOnly />
        )}
        <SelectField
          label={t`Day or boarding`}
          options={[
            { value: '', label: t`Not given` },
            { value: 'day', label: boardingLabels.day },
            { value: 'boarder', label: boardingLabels.boarder },
          ]}
          {...register('boarding')}
        />
        <SelectField
          label={t`Gender`}
          options={[
            { value: '', label: t`Not given` },
            { value: 'female', label: genderLabels.female },
            { value: 'male', label: genderLabels.male },
          ]}
          {...register('gender')}
        />
        <TextField label={t`Date of birth`} type="date" max={today()} error={errors.dateOfBirth?.message} {...register('dateOfBirth')} />
        <TextField label={t`Admitted on`} type="date" error={errors.admittedOn?.message} {...register('admittedOn')} />
      </SimpleGrid>
      {save.conflictDialog}
    </FormDialog>
  );
}

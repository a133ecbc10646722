import { t } from '@lingui/core/macro';
import { z } from 'zod';
import type { StaffMember } from '@masomo/data/people/people';
import { saveStaffMember } from '@masomo/data/campus/schoolSetup';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { today } from '@masomo/remote/schoolDay';
import { phoneField } from '../../shared/phoneField.ts';

const requiredName = (message: string) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(80, t`Use at most 80 characters`);
const staffSchema = z.object({
  staffNumber: z
    .string()
    .trim()
    .min(1, t`Enter the staff number`)
    .max(30, t`Use at most 30 characters`),
  firstName: requiredName(t`Enter the first name`),
  lastName: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  jobTitle: requiredName(t`Enter the job title`),
  department: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  email: z.union([z.literal(''), z.email(t`Enter an email address like name@school.ac.ke`)]),
  phone: phoneField,
  employedOn: z.string(),
});
const fieldByColumn: Record<string, keyof z.infer<typeof staffSchema>> = {
  staff_number: 'staffNumber',
  email: 'email',
  first_name: 'firstName',
  last_name: 'lastName',
  job_title: 'jobTitle',
};

export function StaffDialog({ person, onClose }: { person?: StaffMember; onClose: () => void }) {
  const defaultValues = {
    staffNumber: person?.staffNumber ?? '',
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
    jobTitle: person?.jobTitle ?? '',
    department: person?.department ?? '',
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    employedOn: person?.employedOn ?? today(),
  };
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(staffSchema),
    defaultValues,
  });
  const save = useVersionedSave((db, args) => saveStaffMember(db, { ...args, id: person?.id }), {
    record: person,
    schemas: staffSchema.shape,
    defaultValues,
    fields: {
      firstName: t`First name`,
      lastName: t`Last name`,
      staffNumber: t`Staff number`,
      jobTitle: t`Job title`,
      department: t`Department`,
      employedOn: t`Employed on`,
      email: t`Email`,
      phone: t`Phone`,
    },
    invalidates: ['staff', 'overview'],
    onSuccess: () => {
      toaster.success({ title: t`Staff member saved` });
      onClose();
    },
    onError: (error) => {
      const field = fieldByColumn[error.field ?? ''];
      if (field) setError(field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      title={person ? t`Edit ${person.name}` : t`Add staff member`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error && !fieldByColumn[save.error.field ?? ''] ? save.error.userMessage : undefined}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`First name`} required autoComplete="off" error={errors.firstName?.message} {...register('firstName')} />
        <TextField label={t`Last name`} autoComplete="off" error={errors.lastName?.message} {...register('lastName')} />
        <TextField label={t`Staff number`} required autoComplete="off" error={errors.staffNumber?.message} {...register('staffNumber')} />
        <TextField label={t`Job title`} required error={errors.jobTitle?.message} {...register('jobTitle')} />
        <TextField label={t`Department`} error={errors.department?.message} {...register('department')} />
        <TextField label={t`Employed on`} type="date" error={errors.employedOn?.message} {...register('employedOn')} />
        <TextField label={t`Email`} type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
        <TextField label={t`Phone`} type="tel" autoComplete="off" error={errors.phone?.message} {...register('phone')} />
      </SimpleGrid>
      {save.conflictDialog}
    </FormDialog>
  );
}

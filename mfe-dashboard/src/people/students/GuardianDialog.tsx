import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { getStudentProfile, saveGuardian, type Guardian } from '@masomo/data/people/students';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { CheckboxField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { fullName } from '@masomo/domain/personName';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { phoneField } from '../../shared/phoneField.ts';

const guardianSchema = z.object({
  firstName: z
    .string()
    .trim()
    .min(1, t`Enter the first name`)
    .max(80, t`Use at most 80 characters`),
  lastName: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  relationship: z
    .string()
    .trim()
    .min(1, t`Enter the relationship`)
    .max(40, t`Use at most 40 characters`),
  phone: phoneField,
  email: z.union([z.literal(''), z.email(t`Enter an email address like parent@example.com`)]),
  isPrimary: z.boolean(),
});

type GuardianDialogProps = { studentId: string; guardian?: Guardian; isFirst: boolean; onClose: () => void };

export function GuardianDialog({ studentId, guardian, isFirst, onClose }: GuardianDialogProps) {
  const defaultValues = {
    firstName: guardian?.first_name ?? '',
    lastName: guardian?.last_name ?? '',
    relationship: guardian?.relationship ?? t`Parent`,
    phone: guardian?.phone ?? '',
    email: guardian?.email ?? '',
    isPrimary: guardian?.is_primary ?? isFirst,
  };
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(guardianSchema),
    defaultValues,
  });
  const save = useVersionedSave((db, args) => saveGuardian(db, { ...args, studentId, id: guardian?.id }), {
    record: guardian && { id: guardian.id, updatedAt: guardian.updated_at },
    schemas: guardianSchema.shape,
    defaultValues,
    fields: {
      firstName: t`First name`,
      lastName: t`Last name`,
      phone: t`Phone`,
      email: t`Email`,
      relationship: t`Relationship`,
      isPrimary: t`Primary contact`,
    },
    // How they are related belongs to the student, not to the guardian's row.
    readStored: async (db, stored) => ({
      ...stored,
      ...(await getStudentProfile(db, studentId)).guardians.find(({ id }) => id === guardian?.id),
    }),
    invalidates: ['students'],
    onSuccess: () => {
      toaster.success({ title: t`Guardian saved` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={guardian ? t`Edit ${fullName(guardian.first_name, guardian.last_name)}` : t`Add guardian`}
      submitLabel={guardian ? t`Save` : t`Add guardian`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`First name`} required autoComplete="off" error={errors.firstName?.message} {...register('firstName')} />
        <TextField label={t`Last name`} autoComplete="off" error={errors.lastName?.message} {...register('lastName')} />
        <TextField label={t`Phone`} type="tel" autoComplete="off" error={errors.phone?.message} {...register('phone')} />
        <TextField label={t`Email`} type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      </SimpleGrid>
      <TextField
        label={t`Relationship`}
        required
        helpText={t`Mother, father, aunt, sponsor...`}
        error={errors.relationship?.message}
        {...register('relationship')}
      />
      <CheckboxField label={t`Primary contact`} {...register('isPrimary')} />
      {save.conflictDialog}
    </FormDialog>
  );
}

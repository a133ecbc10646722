import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { saveGuardian, type Guardian } from '@masomo/data/people/students';
import { SimpleGrid } from '@masomo/design-system';
import { CheckboxField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';

const guardianSchema = z.object({
  firstName: z.string().trim().min(1, 'Enter the first name').max(80, 'Use at most 80 characters'),
  lastName: z.string().trim().min(1, 'Enter the last name').max(80, 'Use at most 80 characters'),
  relationship: z.string().trim().min(1, 'Say how they are related').max(40, 'Use at most 40 characters'),
  phone: z.string().trim().max(30, 'Use at most 30 characters'),
  email: z.union([z.literal(''), z.email('Enter an email address like parent@example.com')]),
  isPrimary: z.boolean(),
});

type GuardianDialogProps = { studentId: string; guardian?: Guardian; isFirst: boolean; onClose: () => void };

export function GuardianDialog({ studentId, guardian, isFirst, onClose }: GuardianDialogProps) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(guardianSchema),
    defaultValues: {
      firstName: guardian?.first_name ?? '',
      lastName: guardian?.last_name ?? '',
      relationship: guardian?.relationship ?? 'Parent',
      phone: guardian?.phone ?? '',
      email: guardian?.email ?? '',
      isPrimary: guardian?.is_primary ?? isFirst,
    },
  });
  const save = useCommand(saveGuardian, {
    invalidates: ['students'],
    onSuccess: () => {
      toaster.success({ title: t`Guardian saved` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={guardian ? t`Edit ${guardian.first_name} ${guardian.last_name}` : t`Add guardian`}
      submitLabel={guardian ? t`Save` : t`Add guardian`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => save.run({ studentId, id: guardian?.id, fields }))}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`First name`} required autoComplete="off" error={errors.firstName?.message} {...register('firstName')} />
        <TextField label={t`Last name`} required autoComplete="off" error={errors.lastName?.message} {...register('lastName')} />
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
      <CheckboxField label={t`First to call`} {...register('isPrimary')} />
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { updateSchool, type School } from '@masomo/data/platform/schools';
import { schoolKinds } from '@masomo/domain/schoolKinds';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { schoolContactFields } from '../../shared/schoolContact.ts';
import { schoolKindLabels } from '../shared/labels.ts';

const schoolSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the school name`)
    .max(160, t`Use at most 160 characters`),
  kind: z.enum(schoolKinds),
  ...schoolContactFields,
});

export function SchoolDialog({ school, onClose }: { school: Omit<School, 'timeZone' | 'county'>; onClose: () => void }) {
  const onSuccess = (saved: School) => {
    toaster.success({ title: t`${saved.name} was saved` });
    onClose();
  };
  const defaultValues = {
    name: school.name,
    kind: school.kind,
    email: school.email,
    phone: school.phone,
    city: school.city,
    address: school.address,
    motto: school.motto,
  };
  const update = useVersionedSave((db, args) => updateSchool(db, { ...args, id: school.id }), {
    record: school,
    schemas: schoolSchema.shape,
    defaultValues,
    fields: {
      name: t`Name`,
      kind: { label: t`Kind`, show: (kind) => schoolKindLabels[kind] ?? kind },
      city: t`Town`,
      email: t`Email`,
      phone: t`Phone`,
      address: t`Address`,
      motto: t`Motto`,
    },
    invalidates: ['schools', 'subscriptions'],
    onSuccess,
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(schoolSchema),
    defaultValues,
  });
  return (
    <FormDialog
      title={t`Edit ${school.name}`}
      submitLabel={t`Save`}
      isBusy={update.isRunning}
      error={update.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(update.run)}
    >
      <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label={t`Kind`}
          options={schoolKinds.map((kind) => ({ value: kind, label: schoolKindLabels[kind] ?? kind }))}
          {...register('kind')}
        />
        <TextField label={t`Town`} error={errors.city?.message} {...register('city')} />
        <TextField label={t`Email`} type="email" error={errors.email?.message} {...register('email')} />
        <TextField label={t`Phone`} type="tel" error={errors.phone?.message} {...register('phone')} />
      </SimpleGrid>
      <TextField label={t`Address`} error={errors.address?.message} {...register('address')} />
      <TextField label={t`Motto`} error={errors.motto?.message} {...register('motto')} />
      {update.conflictDialog}
    </FormDialog>
  );
}

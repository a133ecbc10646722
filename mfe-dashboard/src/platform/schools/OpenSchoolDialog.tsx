import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { getClient } from '@masomo/auth';
import { DataError, useCommand, useQuery, type Db } from '@masomo/data';
import { openSchool, type NewSchoolFields } from '@masomo/data/platform/schoolOverview';
import { listPlanChoices, subscriptionKeys } from '@masomo/data/platform/subscriptions';
import { schoolVersions } from '@masomo/data/platform/schools';
import { schoolKinds } from '@masomo/domain/schoolKinds';
import { Heading, SimpleGrid, Text, toaster } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { sendInvitation } from '@masomo/data/accounts/sendInvitation';
import { newId } from '@masomo/domain/secureContext';
import { schoolKindLabels } from '../shared/labels.ts';
import { phoneField } from '../../shared/phoneField.ts';

const schoolSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the school name`)
    .max(160, t`Use at most 160 characters`),
  kind: z.enum(schoolKinds),
  version: z.enum(schoolVersions),
  city: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  email: z.union([z.literal(''), z.email(t`Enter an email address like office@school.ac.ke`)]),
  phone: phoneField,
  planId: z.string(),
  adminFirstName: z
    .string()
    .trim()
    .min(1, t`Enter the first name`)
    .max(80, t`Use at most 80 characters`),
  adminLastName: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  adminEmail: z.email(t`Enter an email address like head@school.ac.ke`),
});

const fieldByColumn: Record<string, keyof z.infer<typeof schoolSchema>> = {
  name: 'name',
  email: 'adminEmail',
  admin_first_name: 'adminFirstName',
  admin_last_name: 'adminLastName',
};

/** Adds the school with its invitation, then sends the email; repeating it after a failure duplicates neither. */
async function openAndInvite(db: Db, school: NewSchoolFields): Promise<{ id: string; name: string; email: string }> {
  const id = await openSchool(db, school);
  try {
    await sendInvitation(await getClient(), {
      email: school.adminEmail,
      firstName: school.adminFirstName,
      lastName: school.adminLastName,
      role: 'admin',
      schoolId: id,
    });
  } catch (failure) {
    throw new DataError(
      'unavailable',
      t`${school.name} was added, but the invitation to ${school.adminEmail} could not be sent. Press the button again to send it.`,
      { cause: failure },
    );
  }
  return { id, name: school.name, email: school.adminEmail };
}

export function OpenSchoolDialog({ onClose, onOpened }: { onClose: () => void; onOpened: (id: string) => void }) {
  const [requestId] = useState(newId);
  const { data: plans = [] } = useQuery(subscriptionKeys.plans(), listPlanChoices);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(schoolSchema),
    defaultValues: {
      name: '',
      kind: 'secondary' as const,
      version: 'saas' as const,
      city: '',
      email: '',
      phone: '',
      planId: '',
      adminFirstName: '',
      adminLastName: '',
      adminEmail: '',
    },
  });
  const open = useCommand(openAndInvite, {
    invalidates: ['schools', 'users', 'subscriptions', 'overview'],
    onSuccess: ({ id, name, email }) => {
      toaster.success({ title: t`${name} was added`, description: t`Invitation sent to ${email}` });
      onOpened(id);
    },
    onError: (error) => {
      const field = fieldByColumn[error.field ?? ''];
      if (field) setError(field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      title={t`Add school`}
      submitLabel={t`Add and invite`}
      isBusy={open.isRunning}
      error={open.error && !fieldByColumn[open.error.field ?? ''] ? open.error.userMessage : undefined}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => open.run({ requestId, ...fields }))}
    >
      <TextField label={t`Name`} required autoComplete="off" error={errors.name?.message} {...register('name')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label={t`Kind`}
          options={schoolKinds.map((kind) => ({ value: kind, label: schoolKindLabels[kind] ?? kind }))}
          {...register('kind')}
        />
        <SelectField
          label={t`Version`}
          helpText={t`It cannot be changed later.`}
          options={[
            { value: 'saas', label: t`With us` },
            { value: 'standalone', label: t`On its own server` },
          ]}
          {...register('version')}
        />
        <TextField label={t`Town`} error={errors.city?.message} {...register('city')} />
        <TextField label={t`School email`} type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
        <TextField label={t`Phone`} type="tel" autoComplete="off" error={errors.phone?.message} {...register('phone')} />
      </SimpleGrid>
      <SelectField
        key={plans.length}
        label={t`Trial plan`}
        options={[
          { value: '', label: t`No trial` },
          ...plans.filter(({ hasTrial }) => hasTrial).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...register('planId')}
      />
      <Heading as="h3" size="sm" mt="2">
        <Trans>Administrator</Trans>
      </Heading>
      <Text color="fg.muted" fontSize="sm">
        <Trans>Receives an email with a link to set a password, then manages the school.</Trans>
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label={t`First name`}
          required
          autoComplete="off"
          error={errors.adminFirstName?.message}
          {...register('adminFirstName')}
        />
        <TextField label={t`Last name`} autoComplete="off" error={errors.adminLastName?.message} {...register('adminLastName')} />
      </SimpleGrid>
      <TextField
        label={t`Administrator's email`}
        type="email"
        required
        autoComplete="off"
        error={errors.adminEmail?.message}
        {...register('adminEmail')}
      />
    </FormDialog>
  );
}

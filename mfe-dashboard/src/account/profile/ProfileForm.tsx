import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { outcomeTitle, useCommand } from '@masomo/data';
import { updateProfile, type ProfileNames } from '@masomo/data/accounts/profile';
import { Alert, Box, SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';
import { phoneField } from '../../shared/phoneField.ts';
import { SaveBar } from '../../shared/SaveBar.tsx';

const namesSchema = z.object({
  firstName: z.string().trim().max(80, atMostCharacters(80)),
  lastName: z.string().trim().max(80, atMostCharacters(80)),
  phone: phoneField,
});

type ProfileFormProps = { userId: string; email: string; role: string; profile: ProfileNames; isFixed: boolean };

export function ProfileForm({ userId, email, role, profile, isFixed }: ProfileFormProps) {
  const save = useCommand(updateProfile, { invalidates: ['users'] });
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(namesSchema),
    defaultValues: { firstName: profile.firstName, lastName: profile.lastName, phone: profile.phone },
  });
  const { errors, isDirty } = formState;
  const [hasSaved, setHasSaved] = useState(false);
  const submit = handleSubmit(async (names) => {
    save.reset();
    setHasSaved(false);
    if (!(await save.run({ userId, names }))) return;
    reset(names);
    setHasSaved(true);
  });
  return (
    <Box as="form" onSubmit={submit} aria-label={t`Profile`}>
      <Stack gap="5">
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
          <TextField
            label={t`First name`}
            autoComplete="given-name"
            readOnly={isFixed}
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <TextField
            label={t`Last name`}
            autoComplete="family-name"
            readOnly={isFixed}
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </SimpleGrid>
        <TextField label={t`Phone`} type="tel" autoComplete="tel" readOnly={isFixed} error={errors.phone?.message} {...register('phone')} />
        <TextField label={t`Email`} value={email} readOnly helpText={t`Email cannot be changed`} />
        <TextField label={t`Role`} value={role} readOnly helpText={t`Role cannot be changed`} />
        {save.error && <FormError title={outcomeTitle(save.error, t`Failed to update profile`)}>{save.error.userMessage}</FormError>}
        {hasSaved && !isDirty && (
          <Alert.Root status="success" role="status">
            <Alert.Indicator />
            <Alert.Title>
              <Trans>Profile updated successfully!</Trans>
            </Alert.Title>
          </Alert.Root>
        )}
        {!isFixed && (
          <SaveBar>
            <SubmitButton isBusy={save.isRunning} busyLabel={t`Saving...`}>
              <Trans>Save changes</Trans>
            </SubmitButton>
          </SaveBar>
        )}
      </Stack>
    </Box>
  );
}

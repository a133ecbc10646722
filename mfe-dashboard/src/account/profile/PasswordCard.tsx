import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { AuthFailure, setPassword, useSession } from '@masomo/auth';
import { Card, Heading, Stack, toaster } from '@masomo/design-system';
import { AccountName, FormError, PasswordField, SubmitButton, useForm, zodResolver } from '@masomo/design-system/forms';
import { atMostCharacters } from '../../shared/atMostCharacters.ts';

const passwordSchema = z.object({
  current: z.string().min(1, t`Enter your current password`),
  password: z
    .string()
    .min(10, t`Use at least 10 characters`)
    .max(72, atMostCharacters(72)),
});

export function PasswordCard() {
  const { user } = useSession();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { current: '', password: '' },
  });
  const submit = handleSubmit(async ({ current, password }) => {
    setFailure(undefined);
    try {
      await setPassword(password, current);
      reset();
      toaster.success({ title: t`Password changed` });
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      setFailure(error.userMessage);
    }
  });
  return (
    <Card.Root as="section" aria-labelledby="password">
      <Card.Header>
        <Heading as="h2" size="md" id="password">
          <Trans>Password</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <form aria-label={t`Password`} noValidate onSubmit={submit}>
          <Stack gap="4" align="flex-start">
            {user && <AccountName email={user.email} />}
            <PasswordField
              label={t`Current password`}
              autoComplete="current-password"
              error={formState.errors.current?.message}
              {...register('current')}
            />
            <PasswordField
              label={t`New password`}
              autoComplete="new-password"
              helpText={t`At least ten characters.`}
              error={formState.errors.password?.message}
              {...register('password')}
            />
            <FormError>{failure}</FormError>
            <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Saving...`} variant="outline">
              <Trans>Change password</Trans>
            </SubmitButton>
          </Stack>
        </form>
      </Card.Body>
    </Card.Root>
  );
}

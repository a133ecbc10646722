import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AuthFailure, requestPasswordRecovery } from '@masomo/auth';
import { Alert, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

const addressSchema = z.object({ email: z.email(t`Enter an email address like name@school.ac.ke`) });

/** Mails a link to choose a password, also to people who have not opened the account that they were invited to. */
export function RequestLinkForm({ label }: { label: string }) {
  const [failure, setFailure] = useState<string>();
  const [isSent, setIsSent] = useState(false);
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(addressSchema), defaultValues: { email: '' } });
  if (isSent)
    return (
      <Alert.Root status="success" role="status">
        <Alert.Indicator />
        <Alert.Description>
          <Trans>If this address has an account, an email is on its way. Its link works for one hour.</Trans>
        </Alert.Description>
      </Alert.Root>
    );
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={handleSubmit(async ({ email }) => {
        setFailure(undefined);
        try {
          await requestPasswordRecovery(email);
          setIsSent(true);
        } catch (refused) {
          if (!(refused instanceof AuthFailure)) throw refused;
          setFailure(refused.userMessage);
        }
      })}
    >
      <Stack gap="5">
        <FormError>{failure}</FormError>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Sending...`} w="full" size="lg">
          <Trans>Send the link</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

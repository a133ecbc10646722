import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

const codeSchema = z.object({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, t`Enter the six digits`)) });

/** Signs in with the code of an authenticator app. */
export function SecondFactorForm({ refusal, onSubmit }: { refusal: string | undefined; onSubmit: (code: string) => Promise<void> }) {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  return (
    <form aria-label={t`Two-step sign-in`} noValidate onSubmit={handleSubmit(({ code }) => onSubmit(code))}>
      <Stack gap="5">
        <FormError>{refusal}</FormError>
        <TextField
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          error={formState.errors.code?.message}
          {...register('code')}
        />
        <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Signing in...`} w="full">
          <Trans>Continue</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

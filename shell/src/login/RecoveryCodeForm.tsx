import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { typedCode } from '@masomo/domain/typedNumber';
import * as z from 'zod/mini';
import { Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

const codeSchema = z.object({
  code: z.pipe(
    z.pipe(z.string(), z.transform(typedCode)),
    z.string().check(z.regex(/^[a-z0-9]{12}$/i, t`Enter a code like ABCD-2345-WXYZ`)),
  ),
});

/** Signs in with a recovery code when the phone is lost. */
export function RecoveryCodeForm({ refusal, onSubmit }: { refusal: string | undefined; onSubmit: (code: string) => Promise<void> }) {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  return (
    <form aria-label={t`Sign in with a recovery code`} noValidate onSubmit={handleSubmit(({ code }) => onSubmit(code))}>
      <Stack gap="5">
        <FormError>{refusal}</FormError>
        <TextField
          label={t`Recovery code`}
          autoComplete="off"
          autoCapitalize="characters"
          required
          helpText={t`It works once and removes the lost phone from your account.`}
          error={formState.errors.code?.message}
          {...register('code')}
        />
        <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Signing in...`} w="full" size="lg">
          <Trans>Continue</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

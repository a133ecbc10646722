import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { typedCode } from '@masomo/domain/typedNumber';
import * as z from 'zod/mini';
import { countTrustDays } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { Stack } from '@masomo/design-system';
import { CheckboxField, FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

const codeSchema = z.object({
  code: z.pipe(z.pipe(z.string(), z.transform(typedCode)), z.string().check(z.regex(/^\d{6}$/, t`Enter the six digits`))),
  isTrusting: z.boolean(),
});
type SecondFactorFormProps = { refusal: string | undefined; onSubmit: (code: string, isTrusting: boolean) => Promise<void> };

/** Signs in with the code of an authenticator app. */
export function SecondFactorForm({ refusal, onSubmit }: SecondFactorFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(codeSchema),
    defaultValues: { code: '', isTrusting: false },
  });
  // Without an answer a code is asked for at every sign-in.
  const { data: days = 0 } = useQuery(['trust-days'], () => countTrustDays());
  return (
    <form aria-label={t`Two-step sign-in`} noValidate onSubmit={handleSubmit(({ code, isTrusting }) => onSubmit(code, isTrusting))}>
      <Stack gap="5">
        <FormError>{refusal}</FormError>
        <TextField
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={formState.errors.code?.message}
          {...register('code')}
        />
        {days > 0 && (
          <CheckboxField
            label={t`Trust this device`}
            helpText={plural(days, {
              one: 'No code is asked for here for # day. Only on a device that nobody else uses.',
              other: 'No code is asked for here for # days. Only on a device that nobody else uses.',
            })}
            {...register('isTrusting')}
          />
        )}
        <SubmitButton isBusy={formState.isSubmitting} busyLabel={t`Signing in...`} w="full" size="lg">
          <Trans>Continue</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

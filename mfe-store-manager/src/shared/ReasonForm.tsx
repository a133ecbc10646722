import { t } from '@lingui/core/macro';
import { z } from 'zod';
import type { ReactNode } from 'react';
import type { DataError } from '@masomo/data';
import { HStack, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';

type ReasonFormProps = {
  /** Accessible name of the form. */
  name: string;
  label: string;
  submitLabel: string;
  isBusy: boolean;
  error: DataError | undefined;
  onSubmit: (text: string) => void;
  /** Further actions beside the submit button. */
  children?: ReactNode;
};
const schema = z.object({
  text: z
    .string()
    .trim()
    .min(3, t`Enter at least 3 characters`)
    .max(500, t`Use at most 500 characters`),
});

/** Form with one line of text that a decision requires: a reason, a reference or a number. */
export function ReasonForm({ name, label, submitLabel, isBusy, error, onSubmit, children }: ReasonFormProps) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(schema), defaultValues: { text: '' } });
  return (
    <form aria-label={name} noValidate onSubmit={handleSubmit(({ text }) => onSubmit(text))}>
      <Stack gap="2" mt="2" maxW="md">
        <TextField label={label} required error={errors.text?.message} {...register('text')} />
        <FormError>{error?.userMessage}</FormError>
        <HStack wrap="wrap">
          <SubmitButton size="xs" isBusy={isBusy} busyLabel={t`Saving...`}>
            {submitLabel}
          </SubmitButton>
          {children}
        </HStack>
      </Stack>
    </form>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useUnsavedChanges } from '@masomo/navigation';

const messageSchema = z.object({
  body: z
    .string()
    .trim()
    .min(1, t`Write a message`)
    .max(2000, t`Use at most 2000 characters`),
});

type MessageFormProps = {
  label: string;
  error: string | undefined;
  /** Resolves to an id once it is sent; what was written stays where it was not. */
  onSend: (body: string) => Promise<string | undefined>;
  onSent?: (id: string) => void;
  children?: ReactNode;
};

export function MessageForm({ label, error, onSend, onSent, children }: MessageFormProps) {
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors, isSubmitting, isDirty },
  } = useForm({ resolver: zodResolver(messageSchema), defaultValues: { body: '' } });
  const { allowLeaving } = useUnsavedChanges(isDirty);
  return (
    <form
      noValidate
      onSubmit={handleSubmit(async ({ body }) => {
        const id = await onSend(body);
        if (id === undefined) return;
        allowLeaving();
        reset();
        onSent?.(id);
      })}
    >
      <Stack gap="3" align="flex-start">
        {children}
        <TextAreaField label={label} rows={4} error={errors.body?.message} {...register('body')} />
        <FormError>{error}</FormError>
        <SubmitButton isBusy={isSubmitting} busyLabel={t`Sending...`}>
          <Trans>Send</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Text } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

type ReasonDialogProps = {
  title: string;
  /** What happens, in a sentence or two. */
  children?: ReactNode;
  submitLabel: string;
  /** What is said when the reason is missing. */
  question: string;
  isBusy: boolean;
  error: string | undefined;
  onSubmit: (reason: string) => unknown;
  onClose: () => void;
};

/** Asks why before something is done that the activity log keeps with its reason. */
export function ReasonDialog({ title, children, submitLabel, question, isBusy, error, onSubmit, onClose }: ReasonDialogProps) {
  const reasonSchema = z.object({
    reason: z
      .string()
      .trim()
      .min(1, question)
      .max(300, t`Use at most 300 characters`),
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSubmit={handleSubmit(({ reason }) => onSubmit(reason))}
    >
      {children && <Text color="fg.muted">{children}</Text>}
      <TextField
        label={t`Reason`}
        required
        maxLength={300}
        helpText={t`This is recorded in the activity log.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { reopenTerm } from '@masomo/data/campus/schoolSetup';
import type { Term } from '@masomo/data/platform/schools';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';

const reasonSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(1, t`Say why you are reopening the term.`)
    .max(300, t`Use at most 300 characters`),
});

/** Asks why a closed term is opened again. */
export function ReopenTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const reopen = useCommand(reopenTerm, {
    invalidates: ['schools'],
    onSuccess: () => {
      toaster.success({ title: t`Term reopened` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  return (
    <FormDialog
      title={t`Reopen ${term.name}`}
      submitLabel={t`Reopen`}
      isBusy={reopen.isRunning}
      error={reopen.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ reason }) => reopen.run({ id: term.id, reason }))}
    >
      <TextField label={t`Reason`} required maxLength={300} error={errors.reason?.message} {...register('reason')} />
    </FormDialog>
  );
}

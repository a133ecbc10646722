import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { stopSchoolExit, type SchoolExit } from '@masomo/data/platform/schoolExits';
import { Text, toaster } from '@masomo/design-system';
import { TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

const reasonSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(1, t`Say why you are pausing it`)
    .max(300, t`Use at most 300 characters`),
});

/** Asks why a school is not to be closed or deleted. */
export function StopExitDialog({ exit, onClose }: { exit: SchoolExit; onClose: () => void }) {
  const stop = useCommand(stopSchoolExit, {
    invalidates: ['subscriptions'],
    onSuccess: () => {
      toaster.success({ title: t`Paused` });
      onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  return (
    <FormDialog
      title={t`Pause the closure of ${exit.school}?`}
      submitLabel={t`Pause`}
      isBusy={stop.isRunning}
      error={stop.error?.userMessage}
      onSubmit={handleSubmit(({ reason }) => stop.run({ id: exit.id, reason }))}
      onClose={onClose}
    >
      <Text>
        <Trans>Nothing is closed or deleted until someone resumes it.</Trans>
      </Text>
      <TextAreaField label={t`Reason`} required error={formState.errors.reason?.message} {...register('reason')} />
    </FormDialog>
  );
}

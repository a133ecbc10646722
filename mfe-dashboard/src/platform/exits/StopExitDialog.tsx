import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { stopSchoolExit, type SchoolExit } from '@masomo/data/platform/schoolExits';
import { Button, Stack, Text, toaster } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';

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
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={(event) => void handleSubmit(({ reason }) => stop.run({ id: exit.id, reason }))(event)}>
              <Dialog.Header>
                <Dialog.Title>{t`Pause the closure of ${exit.school}?`}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <Text>
                    <Trans>Nothing is closed or deleted until someone resumes it.</Trans>
                  </Text>
                  <FormError>{stop.error?.userMessage}</FormError>
                  <TextAreaField label={t`Reason`} required error={formState.errors.reason?.message} {...register('reason')} />
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>
                  <Trans>Cancel</Trans>
                </Button>
                <SubmitButton isBusy={stop.isRunning} busyLabel={t`Saving...`}>
                  <Trans>Pause</Trans>
                </SubmitButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton aria-label={t`Close`} />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

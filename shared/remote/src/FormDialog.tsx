import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SubmitButton } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';

type FormDialogProps = {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  error?: string | undefined;
  /** The form cannot be submitted yet. */
  isDisabled?: boolean;
  /** There is nothing to submit: the submit button only closes the dialog. */
  isNotice?: boolean;
  /** Buttons beside the submit button. */
  extraActions?: ReactNode;
  onSubmit: (event: React.FormEvent) => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, which cannot be closed while it is being submitted. */
export function FormDialog({
  title,
  submitLabel,
  isBusy,
  error,
  isDisabled = false,
  isNotice = false,
  extraActions,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && !isBusy && onClose()} placement="center" scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={onSubmit}>
              <Dialog.Header>
                <Dialog.Title>{title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <FormError>{error}</FormError>
                  {children}
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                {!isNotice && (
                  <Button variant="outline" disabled={isBusy} onClick={onClose}>
                    <Trans>Cancel</Trans>
                  </Button>
                )}
                {extraActions}
                <SubmitButton isBusy={isBusy} busyLabel={t`Saving...`} disabled={isDisabled}>
                  {submitLabel}
                </SubmitButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t`Close`} />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

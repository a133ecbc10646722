import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type FormEventHandler, type ReactNode } from 'react';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SubmitButton } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';

type EntryDialogProps = {
  title: string;
  error: string | undefined;
  isBusy: boolean;
  saveLabel: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with the form of one list entry. */
export function EntryDialog({ title, error, isBusy, saveLabel, onSubmit, onClose, children }: EntryDialogProps) {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open
      // The choice of a language comes first on the screen, but people come for the fields.
      initialFocusEl={() => fields.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea, select') ?? null}
      onOpenChange={({ open }) => !open && onClose()}
      size="lg"
      scrollBehavior="inside"
      placement="center"
      closeOnInteractOutside={false}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={onSubmit}>
              <Dialog.Header>
                <Dialog.Title>{title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack ref={fields} gap="4">
                  <FormError>{error}</FormError>
                  {children}
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>
                  <Trans>Cancel</Trans>
                </Button>
                <SubmitButton isBusy={isBusy} busyLabel={t`Saving...`}>
                  {saveLabel}
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

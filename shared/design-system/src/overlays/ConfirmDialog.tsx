import type { ReactNode } from 'react';
import { Button, Dialog, Portal } from '@chakra-ui/react';

export type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  body?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'default' | 'danger';
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that is hard to undo. Escape and Cancel change nothing. */
export function ConfirmDialog({ isOpen, title, body, confirmLabel, cancelLabel = 'Cancel', tone = 'default', isBusy = false, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog.Root role="alertdialog" open={isOpen} onOpenChange={({ open }) => !open && !isBusy && onClose()} placement="center" lazyMount unmountOnExit>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header><Dialog.Title>{title}</Dialog.Title></Dialog.Header>
            {body && <Dialog.Body color="fg.muted">{body}</Dialog.Body>}
            <Dialog.Footer>
              <Button variant="outline" disabled={isBusy} onClick={onClose}>{cancelLabel}</Button>
              <Button colorPalette={tone === 'danger' ? 'red' : 'accent'} disabled={isBusy} aria-busy={isBusy} onClick={onConfirm}>{confirmLabel}</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

import { t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { Button, chakra, Dialog, Portal, Spinner } from '@chakra-ui/react';
import { StyledDialogRoot } from './StyledDialogRoot.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  body?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** `danger` for what cannot be undone: Cancel gets the initial focus. */
  tone?: 'default' | 'danger';
  isBusy?: boolean;
  /** A second way to go on, which loses something. */
  alternative?: { label: string; onChoose: () => void };
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation. Escape and Cancel change nothing; it stays open while busy. */
export function ConfirmDialog({
  isOpen,
  title,
  body,
  confirmLabel,
  cancelLabel = t`Cancel`,
  tone = 'default',
  isBusy = false,
  alternative,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const isDanger = tone === 'danger';
  return (
    <StyledDialogRoot
      role="alertdialog"
      size="sm"
      open={isOpen}
      onOpenChange={({ open }) => !open && !isBusy && onClose()}
      closeOnInteractOutside={false}
      closeOnEscape={!isBusy}
      initialFocusEl={() => (isDanger ? cancel : confirm).current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header pe="6">
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            {body && (
              <Dialog.Body color="fg.muted">
                <Dialog.Description asChild>
                  <div>{body}</div>
                </Dialog.Description>
              </Dialog.Body>
            )}
            <Dialog.Footer flexWrap="wrap">
              <Button ref={cancel} variant="outline" disabled={isBusy} onClick={onClose}>
                {cancelLabel}
              </Button>
              {alternative && (
                <Button variant="outline" colorPalette="danger" disabled={isBusy} onClick={alternative.onChoose}>
                  {alternative.label}
                </Button>
              )}
              <Button
                ref={confirm}
                colorPalette={isDanger ? 'danger' : 'accent'}
                aria-disabled={isBusy}
                aria-busy={isBusy}
                onClick={() => !isBusy && onConfirm()}
              >
                {isBusy && <Spinner size="sm" aria-hidden />}
                <chakra.span display="contents">{confirmLabel}</chakra.span>
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </StyledDialogRoot>
  );
}

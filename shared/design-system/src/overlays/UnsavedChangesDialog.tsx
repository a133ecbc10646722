import { t } from '@lingui/core/macro';
import { createContext, useContext, useEffect, useState } from 'react';
import { Dialog as ChakraDialog, type DialogContentProps, type DialogRootProps as ChakraDialogRootProps } from '@chakra-ui/react';
import { confirmLeavingWhile } from '@masomo/navigation';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { StyledDialogRoot } from './StyledDialogRoot.tsx';
import { trackChanges, type ChangeTracker } from './trackChanges.ts';

export type DialogRootProps = ChakraDialogRootProps & {
  /** Whether Escape, a click outside and the close button ask before they discard unsaved changes. On by default. */
  confirmsUnsavedChanges?: boolean;
};

const Listeners = createContext<ChangeTracker['listeners'] | undefined>(undefined);

/** A dialog root that asks before closing or leaving the page discards unsaved changes. While its form is being submitted, only its own buttons close it. */
export function UnsavedChangesDialogRoot({ confirmsUnsavedChanges = true, onOpenChange, children, ...dialog }: DialogRootProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [changes] = useState(trackChanges);
  const isOpen = dialog.open ?? false;
  useEffect(() => {
    if (!isOpen || !confirmsUnsavedChanges) return undefined;
    // A navigation of the product itself, such as a Cancel link to the list, was chosen inside the dialog.
    const end = confirmLeavingWhile((way) => (way === 'unload' || way === 'POP') && !changes.isSent() && changes.hasChanges());
    return () => {
      end();
      changes.reset();
      setIsConfirming(false);
    };
  }, [isOpen, confirmsUnsavedChanges, changes]);
  return (
    <Listeners value={changes.listeners}>
      <StyledDialogRoot
        {...dialog}
        onOpenChange={(details) => {
          if (isOpen && !details.open && confirmsUnsavedChanges) {
            if (changes.isSending()) return;
            if (changes.hasChanges()) {
              setIsConfirming(true);
              return;
            }
          }
          onOpenChange?.(details);
        }}
      >
        {children}
      </StyledDialogRoot>
      {isConfirming && (
        <ConfirmDialog
          isOpen
          title={t`Close without saving?`}
          body={t`Your changes are not saved. If you close now, they are lost.`}
          confirmLabel={t`Close without saving`}
          cancelLabel={t`Keep editing`}
          tone="danger"
          onConfirm={() => {
            setIsConfirming(false);
            onOpenChange?.({ open: false });
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Listeners>
  );
}

export function UnsavedChangesDialogContent(props: DialogContentProps) {
  return <ChakraDialog.Content {...useContext(Listeners)} {...props} />;
}

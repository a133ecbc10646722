import { createContext, useContext, useEffect, useState } from 'react';
import { Dialog as ChakraDialog, type DialogContentProps, type DialogRootProps as ChakraDialogRootProps } from '@chakra-ui/react';
import { confirmLeavingWhile } from '@masomo/navigation';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { StyledDialogRoot } from './StyledDialogRoot.tsx';
import { trackChanges, type ChangeTracker } from './trackChanges.ts';

export type DialogRootProps = ChakraDialogRootProps & {
  /** Whether what was typed in it is asked about before Escape, a click outside or its Close throws it away. */
  confirmsUnsavedChanges?: boolean;
};

const Listeners = createContext<ChangeTracker['listeners'] | undefined>(undefined);

/** A dialog that loses nothing: with something typed and not sent, closing or leaving asks, and while it is being sent nothing but its own buttons closes it. */
export function UnsavedChangesDialogRoot({ confirmsUnsavedChanges = true, onOpenChange, children, ...dialog }: DialogRootProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [typed] = useState(trackChanges);
  const isOpen = dialog.open ?? false;
  useEffect(() => {
    if (!isOpen || !confirmsUnsavedChanges) return undefined;
    // A step of the product itself, such as Cancel that opens the list's address, was chosen inside the dialog.
    const end = confirmLeavingWhile((way) => (way === 'unload' || way === 'POP') && !typed.isSent() && typed.hasChanges());
    return () => {
      end();
      typed.forget();
      setIsAsking(false);
    };
  }, [isOpen, confirmsUnsavedChanges, typed]);
  return (
    <Listeners value={typed.listeners}>
      <StyledDialogRoot
        {...dialog}
        onOpenChange={(details) => {
          if (isOpen && !details.open && confirmsUnsavedChanges) {
            if (typed.isSending()) return;
            if (typed.hasChanges()) {
              setIsAsking(true);
              return;
            }
          }
          onOpenChange?.(details);
        }}
      >
        {children}
      </StyledDialogRoot>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title="Close without saving?"
          body="What you changed here is not saved. If you close it now, it is lost."
          confirmLabel="Close without saving"
          cancelLabel="Go on"
          tone="danger"
          onConfirm={() => {
            setIsAsking(false);
            onOpenChange?.({ open: false });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Listeners>
  );
}

export function UnsavedChangesDialogContent(props: DialogContentProps) {
  return <ChakraDialog.Content {...useContext(Listeners)} {...props} />;
}

import { isPendingInput, valueOf, type Control } from '@masomo/navigation';

/** Tracks unsaved changes in a dialog by comparing each control with its value at first focus. */
export function trackChanges() {
  const before = new Map<Control, string | null>();
  const changed = new Set<Control>();
  let isSent = false;
  return {
    /** Event handlers for the dialog's content. */
    listeners: {
      onFocusCapture({ currentTarget, target }: React.FocusEvent<HTMLElement>) {
        if (currentTarget.contains(target) && !before.has(target)) before.set(target, valueOf(target));
      },
      onInputCapture({ currentTarget, target }: React.FormEvent<HTMLElement>) {
        // React bubbles the events of nested dialogs through portals; ignore them.
        if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
        changed.add(target);
        isSent = false;
      },
      onSubmitCapture() {
        isSent = true;
      },
    },
    hasChanges: () =>
      [...changed].some((control) => control.isConnected && isPendingInput(control) && valueOf(control) !== before.get(control)),
    /** Whether the form was submitted after the last change. */
    isSent: () => isSent,
    isSending: () =>
      [...changed].some((control) => control.isConnected && control.closest('form')?.querySelector('[type=submit][aria-busy=true]')),
    reset() {
      before.clear();
      changed.clear();
      isSent = false;
    },
  };
}

export type ChangeTracker = ReturnType<typeof trackChanges>;

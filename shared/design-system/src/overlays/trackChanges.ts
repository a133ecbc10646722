type Control = HTMLElement & { value?: string; checked?: boolean; type?: string };

/** Looking for something is not writing: what is found stays where it is. */
const isSearch = (control: Control) =>
  control.type === 'search' || control.getAttribute('role') === 'combobox' || control.closest('[role=search]') !== null;
/** A choice outside of a form applies at once; inside, it waits to be sent like what is typed. */
const isPendingInput = (control: Control) => !isSearch(control) && (isTextInput(control) || control.closest('form') !== null);
const isTextInput = (control: Control) =>
  control.matches('textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=color])');
const valueOf = (control: Control) =>
  control.type === 'checkbox' || control.type === 'radio' ? String(control.checked) : (control.value ?? control.textContent);

/** What somebody typed or chose in a dialog and has not sent: each control against what it held when they came to it. */
export function trackChanges() {
  const before = new Map<Control, string | null>();
  const changed = new Set<Control>();
  let isSent = false;
  return {
    /** Listeners of the dialog's content. */
    listeners: {
      onFocusCapture({ currentTarget, target }: React.FocusEvent<HTMLElement>) {
        if (currentTarget.contains(target) && !before.has(target)) before.set(target, valueOf(target));
      },
      onInputCapture({ currentTarget, target }: React.FormEvent<HTMLElement>) {
        // What is written in a dialog over this one is told here as well.
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
    /** A form is on its way, or arrived and the dialog is about to close. */
    isSent: () => isSent,
    isSending: () =>
      [...changed].some((control) => control.isConnected && control.closest('form')?.querySelector('[type=submit][aria-busy=true]')),
    forget() {
      before.clear();
      changed.clear();
      isSent = false;
    },
  };
}

export type ChangeTracker = ReturnType<typeof trackChanges>;

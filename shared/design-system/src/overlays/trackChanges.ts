type Control = HTMLElement & { value?: string; checked?: boolean; type?: string };

/** A search changes nothing, so it needs no saving. */
const isSearch = (control: Control) =>
  control.type === 'search' || control.getAttribute('role') === 'combobox' || control.closest('[role=search]') !== null;
/** Text always waits to be submitted; a choice only inside a form, because outside it applies at once. */
const isPendingInput = (control: Control) => !isSearch(control) && (isTextInput(control) || control.closest('form') !== null);
const isTextInput = (control: Control) =>
  control.matches('textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=color])');
const valueOf = (control: Control) =>
  control.type === 'checkbox' || control.type === 'radio' ? String(control.checked) : (control.value ?? control.textContent);

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

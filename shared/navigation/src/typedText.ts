export type Control = HTMLElement & { value?: string; checked?: boolean; type?: string };

/** A search changes nothing, so it needs no saving. */
const isSearch = (control: Control) =>
  control.type === 'search' || control.getAttribute('role') === 'combobox' || control.closest('[role=search]') !== null;
const isTextInput = (control: Control) =>
  control.matches('textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=color])');

/** Text always waits to be submitted; a choice only inside a form, because outside it applies at once. */
export const isPendingInput = (control: Control) => !isSearch(control) && (isTextInput(control) || control.closest('form') !== null);

export const valueOf = (control: Control) =>
  control.type === 'checkbox' || control.type === 'radio' ? String(control.checked) : (control.value ?? control.textContent);

/** The value of each control when it was first focused. */
const before = new WeakMap<Control, string | null>();
const sent = new WeakMap<Control, string | null>();
const changed = new Set<Control>();

/** Watches what is typed into the forms of the document, also before React has hydrated them. */
export function watchTyping(): void {
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (control.value === control.defaultValue) continue;
    before.set(control, control.defaultValue);
    changed.add(control);
  }
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLElement && !before.has(target)) before.set(target, valueOf(target));
  };
  document.addEventListener('focusin', remember, true);
  document.addEventListener('input', ({ target }) => void (target instanceof HTMLElement && changed.add(target)), true);
  document.addEventListener(
    'submit',
    ({ target }) => {
      for (const control of changed) if (control.closest('form') === target) sent.set(control, valueOf(control));
    },
    true,
  );
}

/** Whether a form has been sent as it is and was not refused. */
function isSent(control: Control, form: Element): boolean {
  return sent.get(control) === valueOf(control) && !form.querySelector('[aria-invalid=true], [aria-busy=true], [role=alert]');
}

/** Whether a form on the page, or a text of several lines, holds what was typed and not sent. */
export function hasTypedText(): boolean {
  return [...changed].some((control) => {
    if (!control.isConnected) return void changed.delete(control);
    const form = control.closest('form');
    if (!form && !control.matches('textarea, [contenteditable=true]')) return false;
    return isPendingInput(control) && valueOf(control) !== (before.get(control) ?? '') && !(form && isSent(control, form));
  });
}

/** Forgets it, because the person lets it go. */
export const dropTypedText = () => changed.clear();

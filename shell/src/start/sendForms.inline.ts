/**
 * Part of the start script: sends a form that the browser would post (`PostedForm`) while the page has not started, so that its visitor
 * stays on it and reads the answer in place. `data-post` of the form is `sending`, then `sent` or `refused`, which styles follow; empty
 * while the page sends it itself. Only its text is used, so it knows nothing but its arguments.
 */
export function sendForms(): void {
  const show = (form: HTMLFormElement, refusal: string | undefined) => {
    const receipt = refusal === undefined ? 'sent' : 'refused';
    form.dataset['post'] = receipt;
    const reason = form.querySelector('[data-reason]');
    if (refusal !== undefined && reason) reason.textContent = refusal;
    if (refusal === undefined) {
      form.reset();
      // React, if it is there by now, learns of it.
      for (const field of form.elements) for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    document.getElementById(receipt)?.scrollIntoView({ block: 'nearest' });
  };
  const send = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const { post } = form.dataset;
    if (post === undefined) return;
    if (post !== 'sending' && !form.closest('[data-prerendered]')) return void (form.dataset['post'] = '');
    event.preventDefault();
    event.stopImmediatePropagation();
    // Once is enough, also where React has hydrated the form meanwhile.
    if (post === 'sending') return;
    form.dataset['post'] = 'sending';
    const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
    fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body })
      .then(async (response) => (response.ok ? undefined : (((await response.json()) as { error?: string }).error ?? '')))
      .catch(() => '')
      .then((refusal) => show(form, refusal));
  };
  addEventListener('submit', send, true);
}

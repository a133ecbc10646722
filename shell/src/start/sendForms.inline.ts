/**
 * Part of the start script: sends a form that the browser would post (`PostedForm`) while the page has not started, so that its visitor
 * stays on it and reads the answer in place. `data-post` of the form is `sending`, then `sent` or `refused`, which styles follow; empty
 * while the page sends it itself. `data-submission` is the id under which the server stores it once, however often and by whomever it is
 * sent again after a failure: this script, or the page. Only its text is used, so it knows nothing but its arguments.
 */
export function sendForms(idHeader: string, newId: () => string): void {
  /** What the last id was made for. */
  let content = '';
  const show = (form: HTMLFormElement, refusal: string | undefined) => {
    const receipt = refusal === undefined ? 'sent' : 'refused';
    form.dataset['post'] = receipt;
    const reason = form.querySelector('[data-reason]');
    if (refusal !== undefined && reason) reason.textContent = refusal;
    if (refusal === undefined) {
      delete form.dataset['submission'];
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
    const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
    const text = form.action + String(body);
    if (text !== content) delete form.dataset['submission'];
    content = text;
    const id = (form.dataset['submission'] ??= newId());
    if (post !== 'sending' && !form.closest('[data-prerendered]')) return void (form.dataset['post'] = '');
    event.preventDefault();
    event.stopImmediatePropagation();
    // Once is enough, also where React has hydrated the form since.
    if (post === 'sending') return;
    form.dataset['post'] = 'sending';
    fetch(form.action, { method: 'POST', headers: { accept: 'application/json', [idHeader]: id }, body })
      .then(async (response) => (response.ok ? undefined : (((await response.json()) as { error?: string }).error ?? '')))
      .catch(() => '')
      .then((refusal) => show(form, refusal));
  };
  addEventListener('submit', send, true);
}

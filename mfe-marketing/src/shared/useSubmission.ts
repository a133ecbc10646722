import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { loadedVersions } from '@masomo/contracts/loadedVersions';
import { DataError } from '@masomo/data';
import { submissionHeader } from '@masomo/domain/forms';
import { postFunction } from '@masomo/data/functions';
import { newId } from '@masomo/domain/secureContext';
import { currentLanguage } from '@masomo/i18n';
import { honeypotValue } from './Honeypot.tsx';
import { refusedAnswer } from '@masomo/data/refusedAnswer';

export type SubmissionState =
  { status: 'idle' | 'submitting' } | { status: 'success'; response: Record<string, unknown> } | { status: 'error'; message: string };

/**
 * Submits a form to an edge function. `failure` is shown when the server returned no message. A retry with the same content
 * reuses the idempotency key, also that of a form which the start script has tried to send (`sendForms`), so the server stores it once.
 */
export function useSubmission(functionName: string, failure: string) {
  const [state, setState] = useState<SubmissionState>({ status: 'idle' });
  const attempt = useRef<{ content: string; id: string }>(undefined);

  async function submit(fields: object, form: EventTarget | null | undefined): Promise<boolean> {
    if (state.status === 'submitting') return false;
    setState({ status: 'submitting' });
    const dataset = form instanceof HTMLFormElement ? form.dataset : {};
    const body = { ...fields, ...honeypotValue(form) };
    const content = JSON.stringify(body);
    if (attempt.current?.content !== content) attempt.current = { content, id: dataset['submission'] ?? newId() };
    try {
      const response = await postFunction(
        functionName,
        { ...body, versions: loadedVersions(), language: currentLanguage() },
        { [submissionHeader]: attempt.current.id },
      );
      if (!response.ok) throw new DataError('invalid', refusedAnswer(response.body)?.said ?? failure);
      attempt.current = undefined;
      delete dataset['submission'];
      setState({ status: 'success', response: response.body });
      return true;
    } catch (error) {
      const message = error instanceof DataError ? error.userMessage : t`${failure}. Please try again.`;
      setState({ status: 'error', message });
      return false;
    }
  }

  return { state, submit, reset: () => setState({ status: 'idle' }) };
}

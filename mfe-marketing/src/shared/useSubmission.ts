import { useRef, useState } from 'react';
import { runningVersions } from '@masomo/contracts/runningVersions';
import { submissionHeader } from '@masomo/domain/forms';
import { postFunction } from '@masomo/data/functions';

export type SubmissionState =
  { status: 'idle' | 'submitting' } | { status: 'success'; answer: Record<string, unknown> } | { status: 'error'; message: string };

/**
 * Sends one form to an edge function. `failure` is what is shown when the server gave no words of its own.
 * The same content sent again after a failure carries the same name, so the server stores it once.
 */
export function useSubmission(functionName: string, failure: string) {
  const [state, setState] = useState<SubmissionState>({ status: 'idle' });
  const attempt = useRef<{ content: string; id: string }>(undefined);

  async function submit(body: object): Promise<boolean> {
    if (state.status === 'submitting') return false;
    setState({ status: 'submitting' });
    const content = JSON.stringify(body);
    if (attempt.current?.content !== content) attempt.current = { content, id: crypto.randomUUID() };
    try {
      const answer = await postFunction(functionName, { ...body, versions: runningVersions() }, { [submissionHeader]: attempt.current.id });
      if (!answer.ok) throw new Error(typeof answer.body['error'] === 'string' && answer.body['error'] ? answer.body['error'] : failure);
      attempt.current = undefined;
      setState({ status: 'success', answer: answer.body });
      return true;
    } catch (error) {
      // A TypeError is a request that never arrived; the browser's own words for it help nobody.
      const message = error instanceof Error && !(error instanceof TypeError) ? error.message : `${failure}. Please try again.`;
      setState({ status: 'error', message });
      return false;
    }
  }

  return { state, submit, reset: () => setState({ status: 'idle' }) };
}

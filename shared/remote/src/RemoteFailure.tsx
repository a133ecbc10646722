import { useEffect } from 'react';

/** Rendered by a remote's error boundary; reports to the shell, which shows its card with Retry instead. */
export function RemoteFailure({ name, error }: { name: string; error: Error }) {
  useEffect(() => {
    window.dispatchEvent(new CustomEvent('masomo:error', { detail: { remote: name, phase: 'render', error } }));
  }, [name, error]);
  return null;
}

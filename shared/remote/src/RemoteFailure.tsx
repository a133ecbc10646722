import { useEffect } from 'react';

/** Drawn by a remote's own boundary; tells the shell, which replaces it by its card with Retry. */
export function RemoteFailure({ name, error }: { name: string; error: Error }) {
  useEffect(() => {
    window.dispatchEvent(new CustomEvent('masomo:error', { detail: { remote: name, phase: 'render', error } }));
  }, [name, error]);
  return null;
}

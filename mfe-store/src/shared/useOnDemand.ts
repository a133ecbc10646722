import { useCallback, useRef, useState, type ComponentType } from 'react';

export type OnDemand<Props> = {
  /** The component once its chunk has loaded. */
  Component: ComponentType<Props> | undefined;
  isLoading: boolean;
  /** The chunk failed to load; `load` retries. */
  hasFailed: boolean;
  load: () => void;
};

/** A component whose chunk loads on first use, such as a panel or a dialog. Unlike `React.lazy`, a failed load can be retried. */
export function useOnDemand<Props>(importer: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const hasStarted = useRef(false);
  const load = useCallback(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    setState('loading');
    importer().then(
      (loaded) => {
        setComponent(() => loaded);
        setState('idle');
      },
      (error: unknown) => {
        hasStarted.current = false;
        setState('failed');
        console.error('A part of the store could not be loaded.', error);
      },
    );
  }, [importer]);
  return { Component, isLoading: state === 'loading', hasFailed: state === 'failed', load };
}

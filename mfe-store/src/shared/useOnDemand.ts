import { useCallback, useRef, useState, type ComponentType } from 'react';

export type OnDemand<Props> = {
  /** The component once its code is here. */
  Component: ComponentType<Props> | undefined;
  isLoading: boolean;
  /** The code could not be loaded; `load` tries again. */
  hasFailed: boolean;
  load: () => void;
};

/** Code that is fetched on first use, such as a panel or a dialog. Unlike `React.lazy`, a failed fetch can be tried again. */
export function useOnDemand<Props>(importer: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const started = useRef(false);
  const load = useCallback(() => {
    if (started.current) return;
    started.current = true;
    setState('loading');
    importer().then(
      (loaded) => {
        setComponent(() => loaded);
        setState('idle');
      },
      (error: unknown) => {
        started.current = false;
        setState('failed');
        console.error('A part of the store could not be loaded.', error);
      },
    );
  }, [importer]);
  return { Component, isLoading: state === 'loading', hasFailed: state === 'failed', load };
}

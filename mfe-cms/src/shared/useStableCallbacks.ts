import { useEffect, useMemo, useRef } from 'react';

/** Callbacks with a stable identity that run the latest ones given, so that memoised children do not re-render with every key. */
export function useStableCallbacks<Name extends string>(callbacks: Record<Name, () => unknown>): Record<Name, () => void> {
  const latest = useRef(callbacks);
  useEffect(() => void (latest.current = callbacks));
  const names = Object.keys(callbacks).join(' ');
  return useMemo(
    () => Object.fromEntries(names.split(' ').map((name) => [name, () => void latest.current[name as Name]()])) as Record<Name, () => void>,
    [names],
  );
}

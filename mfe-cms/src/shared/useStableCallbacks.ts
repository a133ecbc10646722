import { useEffect, useMemo, useRef } from 'react';

/** Calls that stay the same for the component's whole life and do what the latest ones do: what only calls them is not drawn anew with every key. */
export function useStableCallbacks<Name extends string>(calls: Record<Name, () => unknown>): Record<Name, () => void> {
  const latest = useRef(calls);
  useEffect(() => void (latest.current = calls));
  const names = Object.keys(calls).join(' ');
  return useMemo(
    () => Object.fromEntries(names.split(' ').map((name) => [name, () => void latest.current[name as Name]()])) as Record<Name, () => void>,
    [names],
  );
}

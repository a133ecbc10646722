import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in a server render and the first client render. What only the browser knows (hash, history state) waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

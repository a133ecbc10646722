import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** False in a server render and during hydration, for content that depends on browser-only state (hash, history). */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

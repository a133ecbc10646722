import { useSyncExternalStore } from 'react';
import type { Registry } from '@masomo/contracts/registry';

let current: Registry = { revision: 0, shell: { version: '', base: '/', entry: '', initial: [], integrity: {} }, remotes: {} };
const listeners = new Set<() => void>();

/** What is live now, as this tab knows it. */
export const registryStore = {
  get: () => current,
  /** Takes a registry unless an equal or newer one is known. */
  set(next: Registry) {
    if (next.revision === current.revision && next.variant === current.variant && next.revision !== 0) return;
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The live registry; renders again when a release changes it. */
export function useRegistry(): Registry {
  return useSyncExternalStore(registryStore.subscribe, registryStore.get, registryStore.get);
}

import { useSyncExternalStore } from 'react';
import type { Registry } from '@masomo/contracts/registry';
import type { LocalBuilds } from '../localBuilds/applyLocalBuilds.ts';

let registry: Registry = { revision: 0, shell: { version: '', base: '/', entry: '', initial: [], integrity: {} }, remotes: {} };
let localBuilds: LocalBuilds = [];
const listeners = new Set<() => void>();

/** The live registry, as this tab last read it. */
export const registryStore = {
  get: () => registry,
  /** This browser's builds from a developer's machine. */
  localBuilds: () => localBuilds,
  /** Stores a registry unless it is the present one. */
  set(next: Registry, local: LocalBuilds = []) {
    if (next.revision === registry.revision && next.variant === registry.variant && next.revision !== 0) return;
    registry = next;
    localBuilds = local;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The live registry; re-renders when a release changes it. */
export function useRegistry(): Registry {
  return useSyncExternalStore(registryStore.subscribe, registryStore.get, registryStore.get);
}

import { useSyncExternalStore } from 'react';
import type { Registry } from '@masomo/contracts/registry';
import { createStore } from '@masomo/domain/createStore';
import type { LocalBuilds } from '../localBuilds/applyLocalBuilds.ts';

type State = { registry: Registry; localBuilds: LocalBuilds };

const nothingLive: Registry = { revision: 0, shell: { version: '', base: '/', entry: '', initial: [], integrity: {} }, remotes: {} };
const store = createStore<State>({ registry: nothingLive, localBuilds: [] });

/** The live registry, as this tab last read it. */
export const registryStore = {
  get: () => store.get().registry,
  /** This browser's builds from a developer's machine. */
  localBuilds: () => store.get().localBuilds,
  /** Stores a registry unless it is the present one. */
  set(registry: Registry, localBuilds: LocalBuilds = []) {
    const current = store.get().registry;
    if (
      registry.revision === current.revision &&
      registry.variant === current.variant &&
      registry.features === current.features &&
      registry.revision !== 0
    )
      return;
    store.set({ registry, localBuilds });
  },
  subscribe: store.subscribe,
};

/** The live registry; re-renders when a release changes it. */
export function useRegistry(): Registry {
  return useSyncExternalStore(registryStore.subscribe, registryStore.get, registryStore.get);
}

import { useLayoutEffect, useState } from 'react';
import type { BlockEntry } from './blockEntries.ts';

/** The current blocks by key; each row subscribes to its own. */
export type BlockStore = { get: (key: string) => BlockEntry | undefined; subscribe: (listener: () => void) => () => void };

function createBlockStore(initial: readonly BlockEntry[]) {
  const byKeyOf = (entries: readonly BlockEntry[]) => new Map(entries.map((entry) => [entry.key, entry]));
  let byKey = byKeyOf(initial);
  const listeners = new Set<() => void>();
  return {
    get: (key: string) => byKey.get(key),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(entries: readonly BlockEntry[]) {
      byKey = byKeyOf(entries);
      for (const listener of listeners) listener();
    },
  };
}

/**
 * Delivers an edited block to its row directly. Passed down as props or context, every key would make React compare all blocks of the
 * page.
 */
export function useBlockStore(entries: readonly BlockEntry[]): BlockStore {
  const [store] = useState(() => createBlockStore(entries));
  useLayoutEffect(() => {
    store.set(entries);
  }, [store, entries]);
  return store;
}

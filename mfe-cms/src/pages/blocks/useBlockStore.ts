import { useLayoutEffect, useState } from 'react';
import type { BlockEntry } from './blockEntries.ts';

/** The blocks as they are written now, by key: each row listens to its own. */
export type BlockStore = { get: (key: string) => BlockEntry | undefined; subscribe: (listener: () => void) => () => void };

function createBlockStore(start: readonly BlockEntry[]) {
  const mapOf = (entries: readonly BlockEntry[]) => new Map(entries.map((entry) => [entry.key, entry]));
  let byKey = mapOf(start);
  const listeners = new Set<() => void>();
  return {
    get: (key: string) => byKey.get(key),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    put(entries: readonly BlockEntry[]) {
      byKey = mapOf(entries);
      for (const listener of listeners) listener();
    },
  };
}

/**
 * Brings what is written in a block to its row, past what only cares for the order of the blocks. As properties or as a context it would
 * make React search every block for what changed, with every key.
 */
export function useBlockStore(entries: readonly BlockEntry[]): BlockStore {
  const [store] = useState(() => createBlockStore(entries));
  useLayoutEffect(() => store.put(entries), [store, entries]);
  return store;
}

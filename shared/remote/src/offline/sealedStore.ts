import type { DBSchema } from 'idb';
import { deviceStore } from './deviceStore.ts';

/** An item as the device keeps it: whose it is, in which outbox, and whether the server lacks it; what was typed is sealed. */
export type SealedItem = { seq?: number; owner: string; box: string; isUnsent: 0 | 1; sealed: Uint8Array<ArrayBuffer> };

interface SealedSchema extends DBSchema {
  items: { key: number; value: SealedItem; indexes: { box: [owner: string, box: string]; unsent: [owner: string, isUnsent: number] } };
}

/** The items of all outboxes, in the order in which they were put in. */
export const openSealed = deviceStore<SealedSchema>({
  name: 'masomo-outbox',
  version: 1,
  upgrade(database) {
    const items = database.createObjectStore('items', { keyPath: 'seq', autoIncrement: true });
    items.createIndex('box', ['owner', 'box']);
    items.createIndex('unsent', ['owner', 'isUnsent']);
  },
});

/** How much of what a person typed on this device the server does not have, at any school; 0 where the browser keeps nothing. */
export async function countUnsent(owner: string): Promise<number> {
  try {
    return await (await openSealed()).countFromIndex('items', 'unsent', [owner, 1]);
  } catch {
    return 0;
  }
}

/** Removes all that a person typed on this device. */
export async function discardUnsent(owner: string): Promise<void> {
  const transaction = (await openSealed()).transaction('items', 'readwrite');
  const keys = await transaction.store.index('unsent').getAllKeys([owner, 1]);
  await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
}

import { openDB } from 'idb';

/** Hands a person's items of an earlier release to `take`, and removes those that it kept, unless they were changed since. */
export type OldStore<Item> = (owner: string, take: (items: Item[]) => Promise<void>) => Promise<void>;

/** A database that earlier releases wrote unsealed. It stays where it is, since such a release may be open in another tab. */
export function oldDatabase<Item>(name: string, store: string): OldStore<Item> {
  return async (owner, take) => {
    const database = await openExisting(name);
    if (!database) return;
    try {
      if (!database.objectStoreNames.contains(store)) return;
      const items: Item[] = await database.getAllFromIndex(store, 'owner', owner);
      if (items.length === 0) return;
      await take(items);
      const taken = new Set(items.map((item) => JSON.stringify(item)));
      const transaction = database.transaction(store, 'readwrite');
      let cursor = await transaction.store.index('owner').openCursor(owner);
      while (cursor) {
        if (taken.has(JSON.stringify(cursor.value))) await cursor.delete();
        cursor = await cursor.continue();
      }
      await transaction.done;
    } finally {
      database.close();
    }
  };
}

/** Opening a database that is not there would make one. */
async function openExisting(name: string) {
  let isNew = false;
  try {
    return await openDB(name, undefined, {
      upgrade(_database, _before, _after, transaction) {
        isNew = true;
        // Opening fails by it, and says so below.
        transaction.done.catch(() => undefined);
        transaction.abort();
      },
      blocking: (_current, _blocked, event) => event.target instanceof IDBDatabase && event.target.close(),
    });
  } catch (error) {
    if (isNew) return undefined;
    throw error;
  }
}

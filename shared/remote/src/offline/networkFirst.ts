import type { DBSchema, IDBPDatabase } from 'idb';
import { sessionStore } from '@masomo/auth';
import { asDataError } from '@masomo/data';
import { deviceStore } from './deviceStore.ts';

type CachedRead = { owner: string; key: string; data: unknown; readAt: string };

interface ReadsSchema extends DBSchema {
  reads: { key: [owner: string, key: string]; value: CachedRead; indexes: { readAt: string } };
}

const lifetimeMs = 14 * 24 * 60 * 60 * 1000;

const openReads = deviceStore<ReadsSchema>({
  name: 'masomo-reads',
  version: 1,
  upgrade: (database) => void database.createObjectStore('reads', { keyPath: ['owner', 'key'] }).createIndex('readAt', 'readAt'),
  async onOpen(database) {
    const old = await database.getAllKeysFromIndex(
      'reads',
      'readAt',
      IDBKeyRange.upperBound(new Date(Date.now() - lifetimeMs).toISOString()),
    );
    await Promise.all(old.map((key) => database.delete('reads', key)));
    sessionStore.subscribe(() => void deleteForeignReads(database));
    await deleteForeignReads(database);
  },
});

/** The key within those of a person: each school has its own. */
const schoolKey = (key: string) => `${sessionStore.get().user?.schoolId ?? ''} ${key}`;

/** Cached reads hold people's names, so they are deleted when another person signs in, or this one goes to another school. */
async function deleteForeignReads(database: IDBPDatabase<ReadsSchema>): Promise<void> {
  const session = sessionStore.get();
  if (session.status === 'loading' || session.status === 'second-factor') return;
  const cachedKeys = await database.getAllKeys('reads');
  await Promise.all(
    cachedKeys
      .filter(([owner, key]) => owner !== session.user?.id || !key.startsWith(schoolKey('')))
      .map((key) => database.delete('reads', key)),
  );
}

/** `cachedAt` is null for data from the network. */
export type CacheableResult<T> = { data: T; cachedAt: string | null };

type CachedQuery<T> = {
  owner: string;
  /** Names the data within those of its owner. */
  key: string;
  /** Shape of the data: what an earlier release cached in another shape counts as missing. */
  schema: { safeParse: (value: unknown) => { success: true; data: T } | { success: false } };
  read: () => Promise<T>;
};

/** Reads from the network and keeps the result on this device for two weeks; without a network returns the one kept last. */
export async function networkFirst<T>({ owner, key, schema, read }: CachedQuery<T>): Promise<CacheableResult<T>> {
  try {
    const data = await read();
    // The screen need not wait for it, which takes a phone longer than to draw what came.
    void openReads()
      .then((store) => store.put('reads', { owner, key: schoolKey(key), data, readAt: new Date().toISOString() }))
      .catch((error: unknown) => console.warn('This device could not cache data for working offline.', error));
    return { data, cachedAt: null };
  } catch (failure) {
    if (asDataError(failure).kind !== 'unavailable') throw failure;
    const cached = await openReads()
      .then((store) => store.get('reads', [owner, schoolKey(key)]))
      .catch(() => undefined);
    const parsed = schema.safeParse(cached?.data);
    if (!cached || !parsed.success) throw failure;
    return { data: parsed.data, cachedAt: cached.readAt };
  }
}

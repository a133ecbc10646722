import { asDataError } from '@masomo/data';
import { openDeviceStore } from './deviceStore.ts';

/** What was read, and since when it is kept when the network did not give it. */
export type CacheableResult<T> = { data: T; cachedAt: string | null };

/** Reads from the network and keeps it on this device; without a network, gives what was kept. */
export async function networkFirst<T>(owner: string, what: string, read: () => Promise<T>): Promise<CacheableResult<T>> {
  try {
    const data = await read();
    await openDeviceStore()
      .then((store) => store.put('reads', { owner, what, data, readAt: new Date().toISOString() }))
      .catch((error: unknown) => console.warn('This device keeps nothing to work with offline.', error));
    return { data, cachedAt: null };
  } catch (failure) {
    if (asDataError(failure).kind !== 'unavailable') throw failure;
    const kept = await openDeviceStore()
      .then((store) => store.get('reads', [owner, what]))
      .catch(() => undefined);
    if (!kept) throw failure;
    // Only `what` of the same release family is ever put there; a change of shape raises the store's version.
    return { data: kept.data as T, cachedAt: kept.readAt };
  }
}

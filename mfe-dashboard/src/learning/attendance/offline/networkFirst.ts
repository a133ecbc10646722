import { asDataError } from '@masomo/data';
import { openDeviceStore } from './deviceStore.ts';

/** `cachedAt` is null for data from the network. */
export type CacheableResult<T> = { data: T; cachedAt: string | null };

/** Reads from the network and caches the result; without a network returns the cached one. */
export async function networkFirst<T>(owner: string, what: string, read: () => Promise<T>): Promise<CacheableResult<T>> {
  try {
    const data = await read();
    await openDeviceStore()
      .then((store) => store.put('reads', { owner, what, data, readAt: new Date().toISOString() }))
      .catch((error: unknown) => console.warn('This device keeps nothing to work with offline.', error));
    return { data, cachedAt: null };
  } catch (failure) {
    if (asDataError(failure).kind !== 'unavailable') throw failure;
    const cached = await openDeviceStore()
      .then((store) => store.get('reads', [owner, what]))
      .catch(() => undefined);
    if (!cached) throw failure;
    // Only `what` of the same release family is ever put there; a change of shape raises the store's version.
    return { data: cached.data as T, cachedAt: cached.readAt };
  }
}

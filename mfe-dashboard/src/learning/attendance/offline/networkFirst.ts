import type * as z from 'zod/mini';
import { asDataError } from '@masomo/data';
import { openDeviceStore } from './deviceStore.ts';

/** `cachedAt` is null for data from the network. */
export type CacheableResult<T> = { data: T; cachedAt: string | null };

type CachedQuery<T> = {
  owner: string;
  /** Names the data within those of its owner. */
  key: string;
  /** Shape of the data: what an earlier release cached in another shape counts as missing. */
  schema: z.ZodMiniType<T>;
  read: () => Promise<T>;
};

/** Reads from the network and caches the result; without a network returns the cached one. */
export async function networkFirst<T>({ owner, key, schema, read }: CachedQuery<T>): Promise<CacheableResult<T>> {
  try {
    const data = await read();
    await openDeviceStore()
      .then((store) => store.put('reads', { owner, key, data, readAt: new Date().toISOString() }))
      .catch((error: unknown) => console.warn('This device could not cache data for working offline.', error));
    return { data, cachedAt: null };
  } catch (failure) {
    if (asDataError(failure).kind !== 'unavailable') throw failure;
    const cached = await openDeviceStore()
      .then((store) => store.get('reads', [owner, key]))
      .catch(() => undefined);
    const parsed = schema.safeParse(cached?.data);
    if (!cached || !parsed.success) throw failure;
    return { data: parsed.data, cachedAt: cached.readAt };
  }
}

import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';

const useSchema = z.object({ used: z.number(), limit: z.number() });

/** Bytes that the files of a school take, and how many they may take. */
export type StorageUse = z.infer<typeof useSchema>;

export const storageUseKeys = { own: () => ['documents', 'storage-use'] as const };

/** Of the caller's school; its staff only. */
export async function getStorageUse(db: Db): Promise<StorageUse> {
  return useSchema.parse(unwrap(await db.rpc('storage_use')));
}

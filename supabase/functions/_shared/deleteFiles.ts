import { z } from 'zod';
import { call, database } from './database.ts';

const files = z.array(z.object({ bucket: z.string(), name: z.string() }));

/** Has the storage service remove files that are listed for deletion, a hundred at a time; resolves to how many. */
export async function deleteFiles(): Promise<number> {
  const listed = files.parse(await call('list_files_to_delete', {}));
  for (const bucket of new Set(listed.map((file) => file.bucket))) {
    const names = listed.filter((file) => file.bucket === bucket).map(({ name }) => name);
    const { error } = await database().storage.from(bucket).remove(names);
    if (error) throw error;
    await call('files_deleted', { bucket, names });
  }
  return listed.length;
}

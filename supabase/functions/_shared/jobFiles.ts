import { database } from './database.ts';

/** Stores the file of a job, also in place of one that an undone step has left. */
export async function storeJobFile(path: string, content: Uint8Array, contentType: string): Promise<void> {
  const { error } = await database().storage.from('job-files').upload(path, content, { contentType, upsert: true });
  if (error) throw error;
}

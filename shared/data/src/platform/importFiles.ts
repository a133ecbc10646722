import type { SupabaseClient } from '@supabase/supabase-js';
import { unwrap, type Db } from '@masomo/data';
import { createSignedDownload } from '../signedDownload.ts';

type StorageClient = Pick<SupabaseClient, 'storage'>;

/** The file that an import was made of. */
export type ImportFile = {
  /** Of the import. */
  id: string;
  schoolId: string;
  fileName: string;
  /** In bytes; null where the file itself is not kept. */
  fileSize: number | null;
};

const bucket = 'import-files';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const pathOf = ({ id, schoolId }: Pick<ImportFile, 'id' | 'schoolId'>) => `${schoolId}/${id}`;

/** Keeps the file of an import beside its rows. A school without room for it imports all the same. */
export async function storeImportFile(db: Db, client: StorageClient, { id, file }: { id: string; file: File }): Promise<void> {
  const { school_id: schoolId } = unwrap(await db.from('imports').select('school_id').eq('id', id).single());
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const type = head[0] === 0x50 && head[1] === 0x4b ? workbookType : 'text/csv';
  // The client sends a file with its own type, whatever it is told.
  const { error } = await client.storage.from(bucket).upload(pathOf({ id, schoolId }), file.slice(0, file.size, type));
  if (error) console.warn('The file of an import was not kept.', error);
}

/** A URL that downloads the file for one minute. */
export const createImportFileUrl = (client: StorageClient, file: ImportFile): Promise<string> =>
  createSignedDownload(client, { bucket, path: pathOf(file), name: file.fileName });

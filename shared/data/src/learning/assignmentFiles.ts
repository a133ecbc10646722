import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError, unwrap, type Db } from '@masomo/data';
import { documentExtensions } from '@masomo/domain/documentFile';
import { newId } from '@masomo/domain/secureContext';
import { translatable } from '@masomo/domain/translatable';
import { createSignedDownload } from '../signedDownload.ts';
import { ConnectionLostError, uploadWithProgress } from '../uploadWithProgress.ts';

type StorageClient = Pick<SupabaseClient, 'storage'>;

/** A file of an assignment: what its teacher attached, or a page of a student's work. */
export type WorkFile = { id: string; name: string; path: string; size: number; type: string };
/** A file that was uploaded and is still to be attached or handed in. */
export type UploadedFile = { path: string; name: string };

/** Private bucket of what is attached and handed in. */
const bucket = 'assignment-files';
export const mostAttachments = 10;
export const mostPages = 20;

export const workFileColumns = 'id, position, name, file_path, file_size, mime_type' as const;
type FileRow = { id: string; name: string; file_path: string; file_size: number; mime_type: string };
export const workFileOf = (row: FileRow): WorkFile => ({
  id: row.id,
  name: row.name,
  path: row.file_path,
  size: row.file_size,
  type: row.mime_type,
});

const pagesPerRead = 1_000;

/** The pages that students handed in for an assignment, by student, in their order. */
export async function listPages(db: Db, assignmentId: string): Promise<Map<string, WorkFile[]>> {
  const pages = new Map<string, WorkFile[]>();
  for (let first = 0; ; first += pagesPerRead) {
    const rows = unwrap(
      await db
        .from('assignment_files')
        .select(`student_id, ${workFileColumns}`)
        .eq('assignment_id', assignmentId)
        .not('student_id', 'is', null)
        .order('student_id')
        .order('position')
        .order('id')
        .range(first, first + pagesPerRead - 1),
    );
    for (const row of rows) if (row.student_id) pages.set(row.student_id, [...(pages.get(row.student_id) ?? []), workFileOf(row)]);
    if (rows.length < pagesPerRead) return pages;
  }
}

/** Attaches uploaded files to an assignment of the caller. */
export async function attachFiles(
  db: Db,
  { assignmentId, files }: { assignmentId: string; files: readonly UploadedFile[] },
): Promise<number> {
  return unwrap(await db.rpc('attach_files', { assignment_ids: [assignmentId], files: [...files] }));
}

/** Takes an attachment away from an assignment of the caller. */
export async function detachFile(db: Db, fileId: string): Promise<string> {
  return unwrap(await db.rpc('detach_file', { file_id: fileId }));
}

/** Where a new file of a person goes; sending it once more goes to the same place. */
export function newWorkPath({ schoolId, userId, type }: { schoolId: string; userId: string; type: string }): string {
  const extension = (documentExtensions as Record<string, string>)[type] ?? '';
  return `${schoolId}/${userId}/${newId()}${extension}`;
}

/** Uploads a file to its place; one that has arrived already counts as uploaded. Rejects as `uploadWithProgress`. */
export async function uploadWorkFile(
  client: StorageClient,
  { path, bytes, onProgress }: { path: string; bytes: Blob; onProgress: (sentBytes: number) => void },
): Promise<void> {
  try {
    await uploadWithProgress(client.storage, { bucket, path, bytes, onProgress });
  } catch (error) {
    if (error instanceof ConnectionLostError || !(error instanceof DataError) || !/already exists/i.test(error.userMessage)) throw error;
  }
}

/** A URL that downloads a file under its name, for one minute. */
export function createWorkFileUrl(client: StorageClient, { path, name, type }: WorkFile): Promise<string> {
  const extension = (documentExtensions as Record<string, string>)[type] ?? '';
  return createSignedDownload(client, {
    bucket,
    path,
    name: name.toLowerCase().endsWith(extension) || /\.[a-z0-9]{2,5}$/i.test(name) ? name : `${name}${extension}`,
  });
}

/** The content of a file, to be shown. */
export async function readWorkFile(client: StorageClient, path: string): Promise<Blob> {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (error)
    throw new DataError('not-found', translatable('The file could not be opened. Reload the page and try again.'), { cause: error });
  return data;
}

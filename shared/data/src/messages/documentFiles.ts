import { documentExtensions, documentTypeOf, type DocumentType } from '@masomo/domain/documentFile';
import { translatable } from '@masomo/domain/translatable';
import type { SupabaseClient } from '@supabase/supabase-js';
import { asDataError, DataError, say, type Db } from '@masomo/data';
import { newId } from '@masomo/domain/secureContext';
import { addDocument, documentBucket, maxDocumentBytes, removeDocument, type DocumentFields } from './documents.ts';
import { createSignedDownload } from '../signedDownload.ts';
import { getStorageUse } from './storageUse.ts';
import { sentence } from '@masomo/domain/sentences';

/** The signed-in person's client: documents need storage besides rows. */
type StorageClient = Pick<SupabaseClient, 'storage'>;

export type NewDocument = { schoolId: string; studentId: string; file: File; fields: DocumentFields };

const extensionOf = (name: string) => /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';

/** The type of a file by its content. Throws a `DataError` with what to do for one that is not accepted. */
export async function readDocumentType(file: File): Promise<DocumentType> {
  const { fileTypeFromBlob } = await import('file-type');
  const found = (await fileTypeFromBlob(file))?.mime;
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const known = documentTypeOf({ size: file.size, declared: file.type, found, head });
  if ('problem' in known) throw new DataError('invalid', known.problem);
  return known.type;
}

/**
 * Uploads a file and creates its document; the file is removed again when it is certain that the document was refused. Resolves to the
 * document's id.
 */
export async function uploadDocument(db: Db, client: StorageClient, { schoolId, studentId, file, fields }: NewDocument): Promise<string> {
  const contentType = await readDocumentType(file);
  const filePath = `${schoolId}/${newId()}${documentExtensions[contentType]}`;
  const bucket = client.storage.from(documentBucket);
  // The client sends a file with its own type, whatever it is told.
  const { error } = await bucket.upload(filePath, file.slice(0, file.size, contentType));
  if (error) {
    const text = (await isStorageFull(db)) ? storageFullText : uploadErrorText(error.message);
    throw new DataError('invalid', text, { cause: error });
  }
  try {
    return await addDocument(db, { schoolId, studentId, filePath, fields });
  } catch (failure) {
    if (asDataError(failure).outcome === 'failed') await bucket.remove([filePath]);
    throw failure;
  }
}

const storageFullText = translatable(
  'Your school has used all of its room for files. Remove documents you no longer need, or upgrade under School, Plan and licences.',
);
async function isStorageFull(db: Db): Promise<boolean> {
  const use = await getStorageUse(db).catch(() => undefined);
  return use !== undefined && use.used >= use.limit;
}

/** Storage refuses without a code, so its English message decides which text a person reads. */
export function uploadErrorText(message: string): string {
  if (/mime type|content of this file/i.test(message))
    return translatable('This file type is not accepted. Save it as a PDF and choose that file.');
  if (/size|large/i.test(message))
    return say(sentence('The file is too large. Choose one of up to {limit} MB.', { limit: maxDocumentBytes / 1024 / 1024 }));
  return translatable('The file could not be uploaded. Check your connection and try again.');
}

/** Deletes a document and its file; resolves to the document's id. */
export async function deleteDocument(db: Db, client: StorageClient, document: { id: string; reason: string | null }): Promise<string> {
  const filePath = await removeDocument(db, document);
  const { error } = await client.storage.from(documentBucket).remove([filePath]);
  // Policies of the bucket need the document's row, so a file left behind is unreachable.
  if (error) console.warn('The file of a deleted document was not removed.', error);
  return document.id;
}

/** A URL that downloads the document's file, named for its title, for one minute. */
export async function createDownloadUrl(
  client: Pick<SupabaseClient, 'storage'>,
  { filePath, title }: { filePath: string; title: string },
): Promise<string> {
  const extension = extensionOf(filePath);
  const name = title.endsWith(extension) ? title : `${title}${extension}`;
  return createSignedDownload(client, { bucket: documentBucket, path: filePath, name });
}

/** The content of the document's file, with a file name of its title. */
export async function readDocumentFile(
  client: Pick<SupabaseClient, 'storage'>,
  { filePath, title }: { filePath: string; title: string },
): Promise<{ name: string; content: Uint8Array }> {
  const { data, error } = await client.storage.from(documentBucket).download(filePath);
  if (error)
    throw new DataError('not-found', translatable('The file could not be opened. Reload the page and try again.'), { cause: error });
  const extension = extensionOf(filePath);
  return { name: title.endsWith(extension) ? title : `${title}${extension}`, content: new Uint8Array(await data.arrayBuffer()) };
}

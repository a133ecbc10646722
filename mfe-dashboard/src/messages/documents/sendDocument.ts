import { getClient } from '@masomo/auth';
import { DataError, type Db } from '@masomo/data';
import { addDocument, documentBucket, maxDocumentBytes, removeDocument, type DocumentFields } from '@masomo/data/messages/documents';

export type NewDocument = { schoolId: string; studentId: string; file: File; fields: DocumentFields };

/** Stores a file and enters it as a document; a file that cannot be entered is not left behind. */
export async function sendDocument(db: Db, { schoolId, studentId, file, fields }: NewDocument): Promise<string> {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? '';
  const filePath = `${schoolId}/${crypto.randomUUID()}${ending}`;
  const bucket = (await getClient()).storage.from(documentBucket);
  const { error } = await bucket.upload(filePath, file, { contentType: file.type || 'application/octet-stream' });
  if (error) throw new DataError('invalid', refusalOf(error.message), { cause: error });
  try {
    return await addDocument(db, { schoolId, studentId, filePath, fields });
  } catch (failure) {
    await bucket.remove([filePath]);
    throw failure;
  }
}

function refusalOf(message: string): string {
  if (/mime type/i.test(message)) return 'Files of this kind are not taken. Save it as PDF and choose that file.';
  if (/size|large/i.test(message)) return `The file is too large. Choose one of at most ${maxDocumentBytes / 1024 / 1024} MB.`;
  return `The file did not arrive: ${message}. Try again.`;
}

/** Takes a document and its file away. */
export async function withdrawDocument(db: Db, id: string): Promise<string> {
  const filePath = await removeDocument(db, id);
  const { error } = await (await getClient()).storage.from(documentBucket).remove([filePath]);
  // Without its document nobody is shown the file any more.
  if (error) console.warn('The file of a removed document stayed behind.', error.message);
  return id;
}

const linkLife = 60;

/** Where a document's file can be fetched for a minute. */
export async function linkTo({ filePath, title }: { filePath: string; title: string }): Promise<string> {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(filePath)?.[0] ?? '';
  const { data, error } = await (
    await getClient()
  ).storage
    .from(documentBucket)
    .createSignedUrl(filePath, linkLife, { download: title.endsWith(ending) ? title : `${title}${ending}` });
  if (error) throw new DataError('not-found', 'The file could not be opened. Reload the page and try again.', { cause: error });
  return data.signedUrl;
}

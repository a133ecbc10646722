import { t } from '@lingui/core/macro';
import { getClient } from '@masomo/auth';
import { DataError, sendCommand } from '@masomo/data';
import { addMedia } from '@masomo/data/site/media';
import { deleteMediaFiles, uploadMediaFile } from '@masomo/data/site/mediaStorage';
import { fileHeaderBytes, mediaFileProblem } from '@masomo/domain/mediaFileType';
import { newId } from '@masomo/domain/secureContext';
import { stripImageMetadata } from './stripImageMetadata.ts';

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};
const extensionOf = ({ type }: Blob) => extensions[type] ?? 'bin';

/** Uploaded files that may be in the library already: another try only asks whether they are, with the same key. */
const unanswered = new WeakMap<File, { stem: string; attempt: string }>();

/**
 * Checks a file, removes its metadata, uploads it with its smaller copies and records it in the library. `onProgress` gets the uploaded
 * part, from 0 to 1. Throws a `DataError` for people; what was uploaded by then is deleted, unless it may be in the library.
 */
export async function uploadMedia(file: File, onProgress: (part: number) => void): Promise<void> {
  const head = new Uint8Array(await file.slice(0, fileHeaderBytes).arrayBuffer());
  const refusal = mediaFileProblem(head, { size: file.size, declared: file.type });
  if (refusal) throw new DataError('invalid', refusal);
  const prepared = await stripImageMetadata(file).catch((cause: unknown) => {
    throw new DataError('invalid', t`This image is damaged and cannot be opened. Save it again and retry.`, { cause });
  });
  const earlier = unanswered.get(file);
  const { stem, attempt } = earlier ?? { stem: `media/${Date.now()}-${newId()}`, attempt: newId() };
  const filePath = `${stem}.${extensionOf(prepared.file)}`;
  const copies = prepared.copies.map((copy) => ({
    width: copy.width,
    path: `${stem}-${copy.width}.${extensionOf(copy.file)}`,
    file: copy.file,
  }));
  const files = [{ path: filePath, file: prepared.file }, ...copies];
  const totalBytes = files.reduce((sum, part) => sum + part.file.size, 0);
  const { storage } = await getClient();
  let uploadedBytes = 0;
  try {
    for (const { path, file: bytes } of earlier ? [] : files) {
      await uploadMediaFile(storage, { path, bytes, onProgress: (sent) => onProgress((uploadedBytes + sent) / totalBytes) });
      uploadedBytes += bytes.size;
    }
    const added = await sendCommand(attempt, (db) =>
      addMedia(db, {
        name: file.name,
        filePath,
        size: prepared.file.size,
        type: prepared.file.type,
        width: prepared.width,
        height: prepared.height,
        sizes: copies.map(({ width, path }) => ({ width, path })),
      }),
    );
    unanswered.delete(file);
    if ('failure' in added && added.failure.outcome === 'unknown') unanswered.set(file, { stem, attempt });
    if ('failure' in added && added.failure.outcome !== 'saved') throw added.failure;
  } catch (failure) {
    // Not awaited: without a connection the caller would learn of its failure a timeout later.
    if (!unanswered.has(file))
      void deleteMediaFiles(
        storage,
        files.map(({ path }) => path),
      ).catch(() => undefined);
    throw failure;
  }
}

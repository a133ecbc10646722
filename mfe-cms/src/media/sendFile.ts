import { getClient } from '@masomo/auth';
import { getDb } from '@masomo/data';
import { addMedia, mediaBucket } from '@masomo/data/site/media';
import { headLength, refusalOf } from '@masomo/domain/fileKind';
import { stripImageMetadata } from './stripImageMetadata.ts';
import { sendBytes } from './sendBytes.ts';

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

/** One try at one file: checked, cleaned, stored with its copies, entered. `onProgress` gets the part that has gone, from 0 to 1. Throws with words for a person. */
export async function sendFile(file: File, onProgress: (part: number) => void): Promise<void> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const refusal = refusalOf(head, { size: file.size, declared: file.type });
  if (refusal) throw new Error(refusal);
  const clean = await stripImageMetadata(file).catch((cause: unknown) => {
    throw new Error('This picture is damaged and cannot be opened. Save it anew and try again.', { cause });
  });
  const stem = `media/${Date.now()}-${crypto.randomUUID()}`;
  const filePath = `${stem}.${extensionOf(clean.file)}`;
  const copies = clean.copies.map((copy) => ({
    width: copy.width,
    path: `${stem}-${copy.width}.${extensionOf(copy.file)}`,
    file: copy.file,
  }));
  const parts = [{ path: filePath, file: clean.file }, ...copies];
  const total = parts.reduce((sum, part) => sum + part.file.size, 0);
  let gone = 0;
  try {
    for (const part of parts) {
      await sendBytes(part.path, part.file, (sent) => onProgress((gone + sent) / total));
      gone += part.file.size;
    }
    await addMedia(await getDb(), {
      name: file.name,
      filePath,
      size: clean.file.size,
      type: clean.file.type,
      width: clean.width,
      height: clean.height,
      sizes: copies.map(({ width, path }) => ({ width, path })),
    });
  } catch (failure) {
    // Nothing of a file that did not arrive stays behind; where the line is gone, the answer to this is not waited for.
    void (await getClient()).storage
      .from(mediaBucket)
      .remove(parts.map(({ path }) => path))
      .catch(() => undefined);
    throw failure;
  }
}

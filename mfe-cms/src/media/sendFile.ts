import { getClient } from '@masomo/auth';
import { getDb } from '@masomo/data';
import { addMedia, mediaBucket } from '@masomo/data/media';
import { headLength, refusalOf } from '@masomo/domain/fileKind';
import { cleanPicture } from './cleanPicture.ts';

const extensions: Record<string, string> = {
  'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp', 'image/avif': 'avif', 'image/svg+xml': 'svg', 'application/pdf': 'pdf', 'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** One try at one file: checked, cleaned, stored, entered. Throws with words for a person. */
export async function sendFile(file: File): Promise<void> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const refusal = refusalOf(head, { size: file.size, declared: file.type });
  if (refusal) throw new Error(refusal);
  const cleaned = await cleanPicture(file).catch((cause: unknown) => {
    throw new Error('This picture is damaged and cannot be opened. Save it anew and try again.', { cause });
  });
  const filePath = `media/${Date.now()}-${crypto.randomUUID()}.${extensions[cleaned.type] ?? 'bin'}`;
  const bucket = (await getClient()).storage.from(mediaBucket);
  const { error } = await bucket.upload(filePath, cleaned, { contentType: cleaned.type, cacheControl: '0' });
  if (error) throw new Error(error.message, { cause: error });
  try {
    await addMedia(await getDb(), { name: file.name, filePath, size: cleaned.size, type: cleaned.type });
  } catch (failure) {
    await bucket.remove([filePath]);
    throw failure;
  }
}

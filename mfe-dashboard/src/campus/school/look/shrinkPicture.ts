import { t } from '@lingui/core/macro';

/** Pixels at which a crest of 24 mm is sharp in print. */
const longestSide = 600;
const types: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture as a PNG of at most 600 pixels in each direction, without what cameras write into files, such as the place; or what to do instead. */
export async function shrinkPicture(file: File): Promise<{ picture: Blob } | { problem: string }> {
  if (!types.includes(file.type)) return { problem: t`Choose a picture (PNG, JPEG or WebP).` };
  const unreadable = { problem: t`This picture cannot be read. Choose another one.` };
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return unreadable;
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return picture ? { picture } : unreadable;
}

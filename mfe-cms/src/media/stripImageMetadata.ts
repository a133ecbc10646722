import { variantWidths } from '@masomo/domain/libraryImages';

/** Types a browser can re-encode; other files are uploaded as they are. */
const reencodableTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** The longest side of a stored image; no page shows a larger one. */
const maxSidePixels = 2560;
/** A copy that is wider than this share of the image would save no bytes worth a request. */
const minSizeRatio = 0.85;

/** A file ready to upload: images with their size in pixels and smaller copies, other files without. */
export type PreparedFile = { file: Blob; width: number | null; height: number | null; copies: readonly { width: number; file: Blob }[] };

/**
 * Removes what cameras write into an image (location, device, time), scales it to what a page needs, and makes copies for smaller screens.
 * Re-encoding through a canvas keeps the pixels and nothing else; the orientation is applied first.
 */
export async function stripImageMetadata(file: File): Promise<PreparedFile> {
  if (!reencodableTypes.includes(file.type)) return { file, width: null, height: null, copies: [] };
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSidePixels / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const image = await encodeAtSize(bitmap, width, height, file.type);
    if (image.type !== file.type) throw new Error(`This browser cannot write ${file.type}.`);
    const copies: PreparedFile['copies'][number][] = [];
    // One after the other: a phone's memory holds one large canvas at a time.
    for (const copyWidth of variantWidths) {
      if (copyWidth > width * minSizeRatio) break;
      copies.push({
        width: copyWidth,
        file: await encodeAtSize(bitmap, copyWidth, Math.max(1, Math.round((height * copyWidth) / width)), 'image/webp', 0.8),
      });
    }
    return { file: image, width, height, copies };
  } finally {
    bitmap.close();
  }
}

/** The image at a size. A browser that cannot encode the type falls back to PNG, and the blob's type says so. */
async function encodeAtSize(bitmap: ImageBitmap, width: number, height: number, type: string, quality = 0.88): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality });
}

import { pictureWidths } from '@masomo/domain/pictures';

/** Kinds a browser can write anew; others are kept as they are. */
const reencodableTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** The longest side of a kept picture; no page shows a larger one. */
const maxSidePixels = 2560;
/** A copy less than this much narrower than its picture would save nobody anything. */
const minSizeRatio = 0.85;

/** A file ready to be sent: for pictures with their pixels and smaller copies. */
export type PreparedFile = { file: Blob; width: number | null; height: number | null; copies: readonly { width: number; file: Blob }[] };

/**
 * The picture without what cameras write into it (place, device, time), no larger than a page needs, with copies for
 * smaller screens. Drawing keeps the pixels and nothing else; the orientation is applied first.
 */
export async function stripImageMetadata(file: File): Promise<PreparedFile> {
  if (!reencodableTypes.includes(file.type)) return { file, width: null, height: null, copies: [] };
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSidePixels / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const whole = await encodeAtSize(picture, width, height, file.type);
    if (whole.type !== file.type) throw new Error(`This browser cannot write ${file.type}.`);
    const copies: PreparedFile['copies'][number][] = [];
    // One after the other: a phone's memory holds one canvas at a time.
    for (const narrower of pictureWidths) {
      if (narrower > width * minSizeRatio) break;
      copies.push({
        width: narrower,
        file: await encodeAtSize(picture, narrower, Math.max(1, Math.round((height * narrower) / width)), 'image/webp', 0.8),
      });
    }
    return { file: whole, width, height, copies };
  } finally {
    picture.close();
  }
}

/** The picture in a size; a browser that cannot write the kind asked for writes PNG, and the copy says so. */
async function encodeAtSize(picture: ImageBitmap, width: number, height: number, type: string, quality = 0.88): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot prepare pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality });
}

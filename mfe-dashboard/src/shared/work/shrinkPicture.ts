import { t } from '@lingui/core/macro';
import { DataError } from '@masomo/data';
import { heicProblem } from '@masomo/domain/documentFile';
import { translate } from '@masomo/i18n';

/** The longest side in pixels at which a page of handwriting is read with ease. */
const longestSide = 2_000;
const quality = 0.82;
/** A drawing stays sharp as PNG while it is no larger than this. */
const mostPngBytes = 1_500_000;

const encode = (canvas: HTMLCanvasElement, type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

/**
 * A picture as it is sent over a bad line: smaller, upright, and without what cameras write into files, such as the place and the time.
 * Rejects with a `DataError` for what cannot be read as a picture.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    const problem = /hei[cf]/i.test(file.type) ? translate(heicProblem) : t`This picture cannot be read. Choose another one.`;
    throw new DataError('invalid', problem, { cause });
  });
  const canvas = document.createElement('canvas');
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    }
  } finally {
    bitmap.close();
  }
  const drawing = file.type === 'image/png' ? await encode(canvas, 'image/png') : null;
  const picture = drawing && drawing.size <= mostPngBytes ? drawing : await encode(onWhite(canvas), 'image/jpeg');
  if (!picture) throw new DataError('invalid', t`This picture cannot be read. Choose another one.`);
  return picture;
}

/** JPEG has no transparency, which would become black. */
function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.globalCompositeOperation = 'destination-over';
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

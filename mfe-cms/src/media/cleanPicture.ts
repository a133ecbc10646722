/** Kinds a browser can write anew; others are kept as they are. */
const rewritable = ['image/jpeg', 'image/png', 'image/webp'];
/** The longest side of a kept picture; no page shows a larger one. */
const longestSide = 2560;

/**
 * The picture without what cameras write into it (place, device, time) and no larger than a page needs.
 * Drawing keeps the pixels and nothing else; the orientation is applied first.
 */
export async function cleanPicture(file: File): Promise<File> {
  if (!rewritable.includes(file.type)) return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot prepare pictures.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: file.type, quality: 0.88 });
  if (blob.type !== file.type) throw new Error(`This browser cannot write ${file.type}.`);
  return new File([blob], file.name, { type: file.type });
}

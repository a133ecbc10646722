import type { LookPictures } from '@masomo/documents/schoolLook';
import type { PaperSchool } from '@masomo/domain/paperSchool';

/** More pixels than any paper needs, and few enough that a picture cannot fill the memory of the process. */
const mostPixels = 4_000_000;

type Picture = { extension: 'png' | 'jpg'; width: number; height: number };

function pngOf(view: DataView): Picture | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89_50_4e_47 || view.getUint32(12) !== 0x49_48_44_52) return undefined;
  return { extension: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** The frame of a JPEG says its size; segments before it are passed by. */
function jpegOf(view: DataView): Picture | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff_d8) return undefined;
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { extension: 'jpg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** What kind of picture bytes are by their content; undefined for what papers cannot have. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = pngOf(view) ?? jpegOf(view);
  return picture && picture.width > 0 && picture.height > 0 && picture.width * picture.height <= mostPixels ? picture : undefined;
}

/** Pictures of a paper by the paths that its data names. */
export type PaperPictures = { paths: LookPictures; files: Readonly<Record<string, Uint8Array>> };

/** The pictures of a school's look, as far as they can be read and printed: a paper is made without one that cannot. */
export async function lookPictures(
  { look }: Pick<PaperSchool, 'look'>,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<PaperPictures> {
  const paths: LookPictures = {};
  const files: Record<string, Uint8Array> = {};
  for (const [name, stored] of [['crest', look?.crest_path] as const, ['signature', look?.signature_path] as const]) {
    const bytes = stored ? await read(stored) : undefined;
    const picture = bytes && pictureOf(bytes);
    if (!bytes || !picture) continue;
    paths[name] = `/${name}.${picture.extension}`;
    files[paths[name]] = bytes;
  }
  return { paths, files };
}

import { heicProblem } from './documentFile.ts';

/** MIME types the media library accepts. */
export const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type MediaType = (typeof mediaTypes)[number];

/** Maximum size of a file in the media library, in bytes. */
export const maxMediaBytes = 25 * 1024 * 1024;
/** Images with more pixels would exhaust the memory of the browser that opens them. */
export const maxImagePixels = 50_000_000;
/** How many bytes from the start of a file are enough for its type and dimensions. */
export const fileHeaderBytes = 64 * 1024;

export type FileHeader = { type: MediaType; width?: number; height?: number };

const ascii = (bytes: Uint8Array, from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length));

function jpegSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16);
  if (bytes.length < 30) return undefined;
  if (ascii(bytes, 12, 4) === 'VP8X') return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (ascii(bytes, 12, 4) === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** Detects a file's type and pixel dimensions from its first `fileHeaderBytes` bytes; undefined for a type the library does not accept. The file's name and declared type are ignored. */
export function readFileHeader(bytes: Uint8Array): FileHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n')
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return { type: 'image/jpeg', ...jpegSize(bytes, view) };
  if (bytes.length >= 10 && /^GIF8[79]a/.test(ascii(bytes, 0, 6)))
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return { type: 'image/webp', ...webpSize(bytes, view) };
  if (ascii(bytes, 4, 8) === 'ftypavif') return { type: 'image/avif' };
  if (ascii(bytes, 0, 5) === '%PDF-') return { type: 'application/pdf' };
  if (ascii(bytes, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return { type: 'application/msword' };
  if (ascii(bytes, 0, 4) === 'PK\x03\x04' && new TextDecoder('latin1').decode(bytes).includes('[Content_Types].xml')) {
    return { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' };
  }
  if (
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(
      new TextDecoder().decode(bytes).replace(/^\uFEFF/, ''),
    )
  )
    return { type: 'image/svg+xml' };
  return undefined;
}

/** Why the media library rejects a file, as a message for its uploader; undefined when it accepts it. `head` holds the first `fileHeaderBytes` bytes, `size` is in bytes. */
export function mediaFileProblem(head: Uint8Array, { size, declared }: { size: number; declared: string }): string | undefined {
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size > maxMediaBytes) return 'This file is larger than 25 MB. Make it smaller and try again.';
  if (/^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(ascii(head, 4, 8))) return heicProblem;
  const found = readFileHeader(head);
  if (!found) return 'This is not an image, PDF or Word file. Its name may say so, its content does not.';
  if (found.type !== declared)
    return `This file is named as another kind (${declared || 'unknown'}) than it is (${found.type}). Save it again and try again.`;
  if ((found.width ?? 1) * (found.height ?? 1) > maxImagePixels)
    return `This picture has ${found.width} by ${found.height} pixels. Make it smaller than 50 million pixels.`;
  return undefined;
}

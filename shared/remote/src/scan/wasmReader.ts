import { prepareZXingModule, purgeZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import readerFile from 'zxing-wasm/reader/zxing_reader.wasm';
import type { CodeFormat, CodeReader } from './codeFormats.ts';

const zxingFormats: Record<CodeFormat, NonNullable<ReaderOptions['formats']>[number]> = {
  qr_code: 'QRCode',
  ean_13: 'EAN13',
  ean_8: 'EAN8',
  upc_a: 'UPCA',
  code_128: 'Code128',
  code_39: 'Code39',
};

/** Wide enough for a card at arm's length, and quick on a cheap phone; the bars of a barcode need more. */
const frameWidth = { matrix: 640, linear: 1280 };

/** How ZXing reads these formats: one code in a frame, dark on light as cards and books are printed. */
export const readerOptions = (formats: readonly CodeFormat[]): ReaderOptions => ({
  formats: formats.map((format) => zxingFormats[format]),
  maxNumberOfSymbols: 1,
  tryInvert: false,
});

/** A reader in WebAssembly for browsers without one of their own. Resolves once its 950 KB are there and compiled. */
export async function openWasmReader(formats: readonly CodeFormat[]): Promise<CodeReader> {
  try {
    // Without it the library asks a public CDN for its file.
    await prepareZXingModule({ overrides: { locateFile: () => readerFile }, equalityFn: () => true, fireImmediately: true });
  } catch (error) {
    // A failed attempt would be kept and answer every later one.
    purgeZXingModule();
    throw error;
  }
  const options = readerOptions(formats);
  const widest = formats.every((format) => format === 'qr_code') ? frameWidth.matrix : frameWidth.linear;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    canvas.width = Math.min(widest, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const [code] = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), options);
    return code?.text || null;
  };
}

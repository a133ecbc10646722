// @vitest-environment jsdom
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';
import { openCodeReader } from './codeReader.ts';

const address = 'https://masomo.test/releases/addon-library/0.1.0-aaaaaaaaaa/assets/zxing_reader.wasm';
vi.mock('zxing-wasm/reader/zxing_reader.wasm', () => ({ default: address }));

const packageFile = (name: string) => readFile(fileURLToPath(import.meta.resolve(`zxing-wasm/${name}`)));
const network = vi.fn<(address: string) => Promise<Response>>();
let frame: { data: Uint8ClampedArray; width: number; height: number };

/** A frame of a camera that looks at a printed code. */
async function lookAt(text: string, format: NonNullable<WriterOptions['format']>): Promise<HTMLVideoElement> {
  const { symbol } = await writeBarcode(text, { format, scale: 4, addQuietZones: true });
  frame = {
    data: Uint8ClampedArray.from({ length: symbol.width * symbol.height * 4 }, (_, index) =>
      index % 4 === 3 ? 255 : (symbol.data[Math.floor(index / 4)] ?? 255),
    ),
    width: symbol.width,
    height: symbol.height,
  };
  return { videoWidth: symbol.width, videoHeight: symbol.height } as HTMLVideoElement;
}

beforeEach(async () => {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await packageFile('writer/zxing_writer.wasm')).buffer } });
  network.mockImplementation(
    async () =>
      new Response(new Uint8Array(await packageFile('reader/zxing_reader.wasm')), { headers: { 'content-type': 'application/wasm' } }),
  );
  vi.stubGlobal('fetch', network);
  const context = { drawImage: () => undefined, getImageData: () => frame };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as null);
});
afterEach(() => {
  network.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('without a reader of the browser loads one from the product’s own origin, once it can', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(openCodeReader(['qr_code'])).rejects.toThrow();
  network.mockReset();
  network.mockImplementation(
    async () =>
      new Response(new Uint8Array(await packageFile('reader/zxing_reader.wasm')), { headers: { 'content-type': 'application/wasm' } }),
  );
  const read = await openCodeReader(['qr_code']);
  expect(await read(await lookAt('3F2A', 'QRCode'))).toBe('3F2A');
  expect(new Set(network.mock.calls.map(([url]) => String(url)))).toEqual(new Set([address]));
});

it.each([
  ['9780306406157', 'EAN13'],
  ['LIB-00042', 'Code128'],
  ['KE 77', 'Code39'],
] as const)('reads the barcode %s of a book (%s)', async (text, format) => {
  const read = await openCodeReader(['qr_code', 'ean_13', 'code_128', 'code_39']);
  expect(await read(await lookAt(text, format))).toBe(text);
});

it('reads nothing that was not asked for', async () => {
  const read = await openCodeReader(['qr_code']);
  expect(await read(await lookAt('9780306406157', 'EAN13'))).toBeNull();
});

it('takes the browser’s own reader where that reads all that is asked for', async () => {
  const detect = vi.fn(async () => [{ rawValue: 'from the browser' }]);
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = detect;
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  const own = await openCodeReader(['qr_code']);
  expect(await own(document.createElement('video'))).toBe('from the browser');
  const read = await openCodeReader(['qr_code', 'ean_13']);
  expect(await read(await lookAt('9780306406157', 'EAN13'))).toBe('9780306406157');
  expect(detect).toHaveBeenCalledTimes(1);
});

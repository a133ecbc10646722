// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveCsv, savePdf, saveText } from './saveFile.ts';

let saved: { name: string; url: string }[];
let blobs: Map<string, Blob>;

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  blobs = new Map();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        const url = `blob:${blobs.size}`;
        blobs.set(url, blob);
        return url;
      },
      revokeObjectURL: (url: string) => blobs.delete(url),
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bytesOf = async (url: string | undefined) => [...new Uint8Array((await blobs.get(url ?? '')?.arrayBuffer()) ?? new ArrayBuffer())];

it('saves CSV lines with a byte order mark', async () => {
  saveCsv('orders.csv', ['a\r\n', 'b\r\n']);
  expect(saved).toEqual([{ name: 'orders.csv', url: 'blob:0' }]);
  expect(blobs.get('blob:0')?.type).toBe('text/csv;charset=utf-8');
  expect(await bytesOf(saved[0]?.url)).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('a\r\nb\r\n')]);
});

it('saves a PDF and text with their MIME types', () => {
  savePdf('receipt.pdf', new Uint8Array([1, 2]));
  saveText('codes.txt', 'one');
  expect([...blobs.values()].map(({ type, size }) => [type, size])).toEqual([
    ['application/pdf', 2],
    ['text/plain;charset=utf-8', 3],
  ]);
});

it('makes a name for people safe for every system', () => {
  saveText('Report card GA/1041, Term 1.txt', 'one');
  saveText('Karo ya José.txt', 'one');
  expect(saved.map(({ name }) => name)).toEqual(['Report-card-GA-1041-Term-1.txt', 'Karo-ya-José.txt']);
});

it('revokes the object URL once the browser had time to read it', () => {
  saveText('codes.txt', 'one');
  expect(blobs.size).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(blobs.size).toBe(0);
});

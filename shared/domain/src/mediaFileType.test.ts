import { describe, expect, it } from 'vitest';
import { maxMediaBytes, readFileHeader, mediaFileProblem } from './mediaFileType.ts';

const text = (value: string) => new TextEncoder().encode(value);

function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 30, 0, 40, 3, 0, 0, 0, 0]);

describe('the actual type of a file', () => {
  it('is read from its first bytes', () => {
    expect(readFileHeader(png(640, 480))).toEqual({ type: 'image/png', width: 640, height: 480 });
    expect(readFileHeader(jpeg)).toEqual({ type: 'image/jpeg', width: 40, height: 30 });
    expect(readFileHeader(text('%PDF-1.7'))).toEqual({ type: 'application/pdf' });
    expect(readFileHeader(text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({ type: 'image/svg+xml' });
    expect(readFileHeader(text('<html><svg></svg></html>'))).toBeUndefined();
    expect(readFileHeader(new Uint8Array())).toBeUndefined();
  });

  it('rejects a file with a reason', () => {
    const refuse = (head: Uint8Array, declared: string, size = head.length) => mediaFileProblem(head, { size, declared });
    expect(refuse(png(640, 480), 'image/png')).toBeUndefined();
    expect(refuse(new Uint8Array(), 'image/png')).toMatch(/empty/);
    expect(refuse(png(1, 1), 'image/png', maxMediaBytes + 1)).toMatch(/25 MB/);
    expect(refuse(text('<html><script>alert(1)</script>'), 'image/png')).toMatch(/not an image/);
    expect(refuse(text('%PDF-1.7 <script>'), 'image/png')).toMatch(/another kind/);
    expect(refuse(png(50_000, 50_000), 'image/png')).toMatch(/50000 by 50000/);
  });
});

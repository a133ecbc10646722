import { expect, it } from 'vitest';
import { directory } from './zip.ts';

const entry = (index: number, offset: number) => ({ path: `f${index}`, offset, crc: 1, size: 2, compressed: 3 });
const has = (bytes: Uint8Array, signature: number) => Buffer.from(bytes).includes(Buffer.from(new Uint32Array([signature]).buffer));
const [entryMark, end, largeEnd, locator] = [0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50];

it('ends a small ZIP with its directory only', () => {
  const small = directory([entry(0, 0), entry(1, 50)], 100);
  expect([has(small, entryMark), has(small, end), has(small, largeEnd)]).toEqual([true, true, false]);
});

it('ends a ZIP of many files, or of more than 4 GB, in the 64-bit form', () => {
  const many = directory(
    Array.from({ length: 65_535 }, (_, index) => entry(index, index)),
    70_000,
  );
  const large = Buffer.from(directory([entry(0, 5 * 1024 ** 3)], 6 * 1024 ** 3));
  for (const zip of [many, large]) expect([has(zip, largeEnd), has(zip, locator), has(zip, end)]).toEqual([true, true, true]);
  expect(large.readUInt32LE(42)).toBe(0xffffffff);
  expect(large.readBigUInt64LE(46 + 'f0'.length + 4)).toBe(BigInt(5 * 1024 ** 3));
});

import { crc32, inflateRawSync } from 'node:zlib';

/** Reads a ZIP of less than 4 GB by the directory at its end, for tests; throws when an entry is cut or its checksum is wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  if (end < 0 || zip.readUInt32LE(end) !== 0x06054b50) throw new Error('The ZIP has no end.');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [crc, compressed, nameLength] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const offset = zip.readUInt32LE(at + 42);
    const data = offset + 30 + zip.readUInt16LE(offset + 26);
    const content = inflateRawSync(zip.subarray(data, data + compressed));
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (crc32(content) !== crc) throw new Error(`The checksum of ${name} is wrong.`);
    files.set(name, content);
    at += 46 + nameLength;
  }
  return files;
}

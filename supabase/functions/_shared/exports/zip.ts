/** Where a file of a ZIP stands and what it holds; sizes and offset in bytes. */
export type ZipEntry = { path: string; offset: number; crc: number; size: number; compressed: number };

const most32 = 0xffffffff;
/** Sizes stand behind the data, the name is UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: the day of a file says nothing here. */
const dosDay = 0x21;

/** Fixed fields one after the other, each as [bytes, value]. */
function fields(...list: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(list.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of list) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const name = (path: string) => new TextEncoder().encode(path);

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** The header of a file's data, whose size is not known yet. */
export function localHeader(path: string): Uint8Array {
  const bytes = name(path);
  const header = fields(
    [4, 0x04034b50],
    [2, 20],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, dosDay],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, bytes.byteLength],
    [2, 0],
  );
  return joined([header, bytes]);
}

/** What stands behind the data of a file of less than 4 GB. */
export const dataDescriptor = ({ crc, compressed, size }: Pick<ZipEntry, 'crc' | 'compressed' | 'size'>) =>
  fields([4, 0x08074b50], [4, crc], [4, compressed], [4, size]);

function directoryEntry({ path, offset, crc, size, compressed }: ZipEntry): Uint8Array {
  const bytes = name(path);
  const isFar = offset >= most32;
  const header = fields(
    [4, 0x02014b50],
    [2, 45],
    [2, 45],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, dosDay],
    [4, crc],
    [4, compressed],
    [4, size],
    [2, bytes.byteLength],
    [2, isFar ? 12 : 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isFar ? most32 : offset],
  );
  return joined([header, bytes, ...(isFar ? [fields([2, 1], [2, 8], [8, offset])] : [])]);
}

/** The directory that ends a ZIP, in its 64-bit form where the file is large or has many entries. */
export function directory(entries: readonly ZipEntry[], offset: number): Uint8Array {
  const list = joined(entries.map(directoryEntry));
  const count = entries.length;
  const isLarge = count >= 0xffff || offset + list.byteLength >= most32;
  const large = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, list.byteLength],
    [8, offset],
    [4, 0x07064b50],
    [4, 0],
    [8, offset + list.byteLength],
    [4, 1],
  );
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, list.byteLength],
    [4, Math.min(offset, most32)],
    [2, 0],
  );
  return joined([list, ...(isLarge ? [large] : []), end]);
}

/** Bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/**
 * The single range a `Range` header requests. Undefined: send the whole file (no header, several ranges, another unit); null: the
 * range lies outside the file. The range-parser package is not used because it refuses a suffix longer than the file, which
 * RFC 9110, section 14.1.2, serves whole.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (!from && !to) return undefined;
  if (!from) {
    const length = Math.min(Number(to), size);
    return length > 0 ? { start: size - length, end: size - 1 } : null;
  }
  const start = Number(from);
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  return start <= end && start < size ? { start, end } : null;
}

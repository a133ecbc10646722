/** Why bytes are no text: `binary` for another kind of file, `damaged` where letters are lost already. */
export type TextFault = 'binary' | 'damaged';

const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const replacement = '\uFFFD';

/**
 * The text of a whole file, without its byte order mark: decoded by that mark, else as UTF-16 where every second byte is zero, else as
 * strict UTF-8, else as windows-1252, which is what spreadsheets write without asking. Null bytes and control characters are no text.
 */
export function decodeText(bytes: Uint8Array): { text: string } | { fault: TextFault } {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  const encoding = marked?.[0] ?? utf16ByZeros(bytes);
  const decoded = encoding ? decode(bytes, encoding) : (decode(bytes, 'utf-8') ?? decodeWindows1252(bytes));
  if (decoded === undefined) return { fault: 'damaged' };
  return hasControls(decoded) ? { fault: 'binary' } : { text: decoded };
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Letters of Latin scripts have a zero in their high byte, which no other encoding of text has. */
function utf16ByZeros(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0];
  const looked = bytes.subarray(0, 4_096);
  for (const [index, byte] of looked.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = looked.length / 2;
  if (odd > most / 2 && even < most / 10) return 'utf-16le';
  return even > most / 2 && odd < most / 10 ? 'utf-16be' : undefined;
}

/** Bytes that are nearly all valid UTF-8 were UTF-8 and are damaged: read as windows-1252 every other letter would be wrong. */
function decodeWindows1252(bytes: Uint8Array): string | undefined {
  const asUtf8 = new TextDecoder('utf-8').decode(bytes);
  const lost = asUtf8.split(replacement).length - 1;
  let valid = 0;
  for (const character of asUtf8) if (character > '\u007F' && character !== replacement) valid += 1;
  return valid >= lost ? undefined : decode(bytes, 'windows-1252');
}

function hasControls(text: string): boolean {
  return [...new Set(text)].some((character) => {
    const code = character.charCodeAt(0);
    return (code < 32 && !'\t\n\v\f\r\u001A'.includes(character)) || (code >= 127 && code < 160 && code !== 0x85);
  });
}

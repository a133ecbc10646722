import { readFileHeader } from '@masomo/domain/mediaFileType';
import { StorageError } from './errors.ts';

const token = /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/;
const charsetParameter = /^\s*charset\s*=\s*"?([\w-]{1,40})"?\s*$/i;

/**
 * One media type as it is stored and sent: type and subtype, and the character set of a text. Anything else a client writes there,
 * such as a second type after a comma, could be read differently by a browser. Throws for what is no media type.
 */
export function parseMediaType(text: string): { bare: string; full: string } {
  const [first = '', ...parameters] = text.split(';');
  const bare = first.trim().toLowerCase();
  if (!token.test(bare) || text.includes(',')) throw new StorageError(400, 'InvalidMimeType', 'The type of the file cannot be read');
  const charset = parameters.map((parameter) => charsetParameter.exec(parameter)?.[1]).find((name) => name !== undefined);
  return { bare, full: charset && bare.startsWith('text/') ? `${bare};charset=${charset.toLowerCase()}` : bare };
}

/** The stored type as it is sent, also of objects that were stored before types were parsed. */
export function sentMediaType(stored: string): { bare: string; full: string } {
  try {
    return parseMediaType(stored);
  } catch {
    return { bare: 'application/octet-stream', full: 'application/octet-stream' };
  }
}

const markup = /<(?:!doctype|html|head|body|script|iframe|svg|meta)\b/i;
/** Types that browsers show in the page's place. */
const shown = /^(?:image\/|audio\/|video\/|application\/pdf$)/;

/** Whether the first bytes are markup that a browser might run, although the file is declared as something it only shows. */
export function isDisguisedMarkup(head: Uint8Array, bare: string): boolean {
  if (!shown.test(bare) || bare === 'image/svg+xml') return false;
  const found = readFileHeader(head)?.type;
  return found === 'image/svg+xml' || (found === undefined && markup.test(new TextDecoder('latin1').decode(head.subarray(0, 4_096))));
}

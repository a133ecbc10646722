import { parseAccept } from 'hono/utils/accept';
import type { StoredEncoding } from '@masomo/release';

/** The stored encodings a browser accepts, smallest first. */
export function acceptedEncodings(header: string | undefined): StoredEncoding[] {
  const accepted = parseAccept(header?.toLowerCase() ?? '');
  const weightOf = (encoding: string) =>
    (accepted.find(({ type }) => type === encoding) ?? accepted.find(({ type }) => type === '*'))?.q ?? 0;
  return (['br', 'gzip'] as const).filter((encoding) => weightOf(encoding) > 0);
}

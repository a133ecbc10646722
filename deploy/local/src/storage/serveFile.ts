import { type Files } from './files.ts';
import { noSuchKey } from './errors.ts';
import { sentMediaType } from './mediaType.ts';
import { type ObjectRow } from './objects.ts';

/** Types that a browser displays without running scripts; everything else is downloaded, never opened on this origin. */
const inlineTypes = /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Browsers show a PDF in a sandbox as nothing. */
const pdfPolicy = "default-src 'none'; form-action 'none'; base-uri 'none'";

/**
 * The server decides how long a file is kept, and not who uploaded it: a private one nowhere once the person who read it has signed out, a
 * public one as long as it has not been replaced or hidden.
 */
const cacheControlOf = { public: 'public, no-cache', private: 'private, no-store' } as const;

type Range = { start: number; end: number };

/**
 * Parses a Range header: null serves the whole file. Supports one range, as browsers send. `range-parser` answers 416 to a suffix
 * longer than the file and to an inverted range, where RFC 9110 asks for the whole file, so this stays ours.
 */
export function readRange(header: string | null, size: number): Range | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end };
}

function disposition(request: Request, type: string, name: string): string | null {
  const download = new URL(request.url).searchParams.get('download');
  if (download === null && inlineTypes.test(type)) return null;
  const filename = download || name.split('/').at(-1) || 'file';
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

/** Responds with a file: whole (200), a range (206) or not modified (304). */
export function serveFile(request: Request, files: Files, object: ObjectRow, visibility: 'public' | 'private'): Response {
  const { version, metadata } = object;
  if (!version || !metadata) throw noSuchKey();
  const { size, eTag: etag, mimetype } = metadata;
  const { bare: type, full } = sentMediaType(mimetype);
  const headers = new Headers({
    'content-type': full,
    etag,
    'last-modified': object.updated_at.toUTCString(),
    'cache-control': cacheControlOf[visibility],
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': type === 'application/pdf' ? pdfPolicy : `${pdfPolicy}; sandbox`,
    'cross-origin-resource-policy': 'same-origin',
  });
  const contentDisposition = disposition(request, type, object.name);
  if (contentDisposition) headers.set('content-disposition', contentDisposition);
  if (
    request.headers
      .get('if-none-match')
      ?.split(',')
      .some((cachedTag) => cachedTag.trim().replace(/^W\//, '') === etag)
  )
    return new Response(null, { status: 304, headers });

  const ifRange = request.headers.get('if-range');
  const range = ifRange === null || ifRange === etag ? readRange(request.headers.get('range'), size) : null;
  if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  headers.set('content-length', String(range ? range.end - range.start + 1 : size));
  const body = request.method === 'HEAD' || size === 0 ? null : files.read(version, range ?? undefined);
  return new Response(body, { status: range ? 206 : 200, headers });
}

import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ReleaseStore, StoredEncoding, StoredFile } from '@masomo/release';
import { acceptedEncodings } from '../http/acceptedEncodings.ts';
import { parseByteRange } from '../http/parseByteRange.ts';
import { contentTypeOf } from '../contentTypes.ts';

/** Larger files are streamed. */
const inMemory = 1024 * 1024;
const aYear = 'public, max-age=31536000, immutable';

type Found = { file: StoredFile; encoding: StoredEncoding | undefined; integrity: string };

async function find(
  store: ReleaseStore,
  app: string,
  version: string,
  name: string,
  accepted: readonly StoredEncoding[],
): Promise<Found | null> {
  const release = await store.readRelease(app, version).catch(() => null);
  const listed = release && Object.hasOwn(release.files, name) ? release.files[name] : undefined;
  // The server build is for the gateway alone.
  if (!listed || name === release?.server) return null;
  for (const encoding of [...accepted, undefined]) {
    const file = await store.openFile(app, version, name, encoding);
    if (file) return { file, encoding, integrity: listed.integrity };
  }
  return null;
}

function streamOf(file: StoredFile, range?: { start: number; end: number }): ReadableStream<Uint8Array> {
  return Readable.toWeb(file.stream(range)) as ReadableStream<Uint8Array>;
}

/** Answers with a file of a release; `cacheControl` differs for files whose address outlives the release. */
export async function serveReleaseFile(
  c: Context,
  store: ReleaseStore,
  app: string,
  version: string,
  name: string,
  cacheControl = aYear,
): Promise<Response> {
  const range = c.req.header('range');
  // A range counts bytes of the plain file.
  const found = await find(store, app, version, name, range ? [] : acceptedEncodings(c.req.header('accept-encoding')));
  if (!found) return c.text('There is no such file in this release.', 404, { 'cache-control': 'no-store' });
  const { file, encoding } = found;
  const etag = `"${found.integrity.slice(7, 39)}${encoding ? `-${encoding}` : ''}"`;
  const headers: Record<string, string> = {
    'content-type': contentTypeOf(name),
    'cache-control': cacheControl,
    etag,
    vary: 'Accept-Encoding',
    'accept-ranges': 'bytes',
    'surrogate-key': `releases release-${app}`,
    // Releases may be embedded by another origin of the product.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  const wanted = isStale(c.req.header('if-range'), etag) ? undefined : parseByteRange(range, file.size);
  if (wanted === null) return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.size}` });
  if (wanted) {
    const part = {
      ...headers,
      'content-range': `bytes ${wanted.start}-${wanted.end}/${file.size}`,
      'content-length': String(wanted.end - wanted.start + 1),
    };
    return new Response(c.req.method === 'HEAD' ? null : streamOf(file, wanted), { status: 206, headers: part });
  }
  const whole = c.req.method === 'HEAD' ? null : file.size > inMemory ? streamOf(file) : new Uint8Array(await file.read());
  return new Response(whole, { headers: { ...headers, 'content-length': String(file.size) } });
}

const isStale = (ifRange: string | undefined, etag: string) => ifRange !== undefined && ifRange !== etag;

/** Does an `If-None-Match` header name this tag? */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
}

import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { ReleaseStore, StoredEncoding, StoredFile } from '@masomo/release';
import { acceptedEncodings } from '../http/acceptedEncodings.ts';
import { matchesEtag } from '../http/matchesEtag.ts';
import { parseByteRange, type ByteRange } from '../http/parseByteRange.ts';

/** Larger files are streamed. */
const maxBufferedBytes = 1024 * 1024;
const immutable = 'public, max-age=31536000, immutable';

type Found = { file: StoredFile; encoding: StoredEncoding | undefined; integrity: string };

async function findFile(
  store: ReleaseStore,
  app: string,
  version: string,
  name: string,
  accepted: readonly StoredEncoding[],
): Promise<Found | null> {
  const release = await store.readRelease(app, version).catch(() => null);
  const listed = release && Object.hasOwn(release.files, name) ? release.files[name] : undefined;
  // The server build and the bill of materials are not for visitors.
  if (!listed || name === release?.server || name.startsWith('server/')) return null;
  for (const encoding of [...accepted, undefined]) {
    const file = await store.openFile(app, version, name, encoding);
    if (file) return { file, encoding, integrity: listed.integrity };
  }
  return null;
}

function streamOf(file: StoredFile, range?: ByteRange): ReadableStream<Uint8Array> {
  return Readable.toWeb(file.stream(range)) as ReadableStream<Uint8Array>;
}

/** Sends a file of a release; `cacheControl` differs for files whose address outlives the release. */
export async function serveReleaseFile(
  c: Context,
  store: ReleaseStore,
  app: string,
  version: string,
  name: string,
  cacheControl = immutable,
): Promise<Response> {
  const rangeHeader = c.req.header('range');
  // A range counts bytes of the uncompressed file.
  const found = await findFile(store, app, version, name, rangeHeader ? [] : acceptedEncodings(c.req.header('accept-encoding')));
  if (!found) return c.text('There is no such file in this release.', 404, { 'cache-control': 'no-store' });
  const { file, encoding } = found;
  const etag = `"${found.integrity.slice(7, 39)}${encoding ? `-${encoding}` : ''}"`;
  const headers: Record<string, string> = {
    'content-type': getMimeType(name) ?? 'application/octet-stream',
    'cache-control': cacheControl,
    etag,
    vary: 'Accept-Encoding',
    'accept-ranges': 'bytes',
    'surrogate-key': `releases release-${app}`,
    // Another origin of the product may load releases from here.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  const ifRange = c.req.header('if-range');
  const isRangeStale = ifRange !== undefined && ifRange !== etag;
  const range = isRangeStale ? undefined : parseByteRange(rangeHeader, file.size);
  if (range === null) return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.size}` });
  const isHead = c.req.method === 'HEAD';
  if (range) {
    const rangeHeaders = {
      ...headers,
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
      'content-length': String(range.end - range.start + 1),
    };
    return new Response(isHead ? null : streamOf(file, range), { status: 206, headers: rangeHeaders });
  }
  const body = isHead ? null : file.size > maxBufferedBytes ? streamOf(file) : new Uint8Array(await file.read());
  return new Response(body, { headers: { ...headers, 'content-length': String(file.size) } });
}

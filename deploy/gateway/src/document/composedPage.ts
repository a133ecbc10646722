import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { StoredEncoding } from '@masomo/release';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A document ready to be sent, or a permanent move. */
export type ComposedPage = {
  status: number;
  redirect?: string;
  etag: string;
  policy: string;
  body(encoding: StoredEncoding | undefined): Promise<Uint8Array<ArrayBuffer>>;
};

const brotliAt = (quality: number, content: Buffer) =>
  brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });

/** The first visitor waits for a quick encoding; the best one (an eighth smaller) is made meanwhile for all that follow. */
function encodings(plain: Buffer) {
  let brotliNow: Promise<Buffer> | undefined;
  let gzipNow: Promise<Buffer> | undefined;
  const startBrotli = () => {
    const quick = brotliAt(5, plain);
    void quick.then(() => brotliAt(constants.BROTLI_MAX_QUALITY, plain)).then((best) => { brotliNow = Promise.resolve(best); }, () => undefined);
    return quick;
  };
  return { br: () => (brotliNow ??= startBrotli()), gzip: () => (gzipNow ??= zip(plain, { level: 6 })) };
}

/** Makes a document sendable; each encoding is made when first asked for. */
export function composedPage(status: number, html: string, policy: string): ComposedPage {
  const plain = Buffer.from(html);
  const encoded = encodings(plain);
  return {
    status,
    policy,
    etag: `"${createHash('sha256').update(plain).update(policy).digest('base64url').slice(0, 27)}"`,
    body: async (encoding) => new Uint8Array(encoding ? await encoded[encoding]() : plain),
  };
}

/** A permanent move to another address of the site. */
export function movedPage(to: string): ComposedPage {
  return { status: 301, redirect: to, etag: '', policy: '', body: async () => new Uint8Array() };
}

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

const qualities = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

/** Makes a document sendable; each encoding is made once, when first asked for. */
export function composedPage(status: number, html: string, policy: string): ComposedPage {
  const plain = Buffer.from(html);
  const made = new Map<StoredEncoding, Promise<Buffer>>();
  const encode = { br: () => brotli(plain, { params: qualities }), gzip: () => zip(plain, { level: 6 }) };
  return {
    status,
    policy,
    etag: `"${createHash('sha256').update(plain).update(policy).digest('base64url').slice(0, 27)}"`,
    async body(encoding) {
      if (!encoding) return new Uint8Array(plain);
      const promise = made.get(encoding) ?? encode[encoding]();
      made.set(encoding, promise);
      return new Uint8Array(await promise);
    },
  };
}

/** A permanent move to another address of the site. */
export function movedPage(to: string): ComposedPage {
  return { status: 301, redirect: to, etag: '', policy: '', body: async () => new Uint8Array() };
}

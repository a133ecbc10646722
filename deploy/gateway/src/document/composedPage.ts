import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DocumentData } from '@masomo/contracts/document';
import type { StoredEncoding } from '@masomo/release';
import type { ShareText } from '../shareImages/shareImages.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Bytes in the encoding a visitor takes; each is made when first asked for. */
type Sendable = (encoding: StoredEncoding | undefined) => Promise<Uint8Array<ArrayBuffer>>;

/** A document ready to be sent, or a permanent move. */
export type ComposedPage = {
  status: number;
  redirect?: string;
  etag: string;
  policy: string;
  /** Drawn for one person by its scripts, not for anybody to read. */
  isPrivate: boolean;
  body: Sendable;
  /** What the page is hydrated from; null when the browser draws it. */
  data: { tag: string; body: Sendable } | null;
  /** What a link preview's picture of it says; null when it has none. */
  shareText: ShareText | null;
};

const brotliAt = (quality: number, content: Buffer) =>
  brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** The first visitor waits for a quick encoding; the best one (an eighth smaller) is made meanwhile for all that follow. */
function encodings(plain: Buffer) {
  let brotliNow: Promise<Buffer> | undefined;
  let gzipNow: Promise<Buffer> | undefined;
  const startBrotli = () => {
    const quick = brotliAt(5, plain);
    void quick
      .then(() => brotliAt(constants.BROTLI_MAX_QUALITY, plain))
      .then(
        (best) => {
          brotliNow = Promise.resolve(best);
        },
        () => undefined,
      );
    return quick;
  };
  return { br: () => (brotliNow ??= startBrotli()), gzip: () => (gzipNow ??= zip(plain, { level: 6 })) };
}

function sendable(text: string): Sendable {
  const plain = Buffer.from(text);
  const encoded = encodings(plain);
  return async (encoding) => new Uint8Array(encoding ? await encoded[encoding]() : plain);
}

/** Makes a document and its data sendable. */
export function createComposedPage({
  status,
  html,
  policy,
  isOwn: isPrivate,
  data,
  shared: shareText = null,
}: Pick<ComposedPage, 'status' | 'policy' | 'isOwn'> & { html: string; data?: DocumentData; shared?: ShareText | null }): ComposedPage {
  return {
    status,
    policy,
    isOwn: isPrivate,
    etag: `"${createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 27)}"`,
    body: sendable(html),
    data: data ? { tag: data.tag, body: sendable(JSON.stringify(data)) } : null,
    shared: shareText,
  };
}

/** A permanent move to another address of the site. */
export function createRedirect(to: string): ComposedPage {
  return {
    status: 301,
    redirect: to,
    etag: '',
    policy: '',
    isPrivate: false,
    data: null,
    shareText: null,
    body: async () => new Uint8Array(),
  };
}

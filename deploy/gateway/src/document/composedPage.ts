import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DocumentData } from '@masomo/contracts/document';
import type { StoredEncoding } from '@masomo/release';
import type { ShareText } from '../shareImages/shareImages.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The bytes in an encoding; each encoding is made on its first use. */
type EncodedBody = (encoding: StoredEncoding | undefined) => Promise<Uint8Array<ArrayBuffer>>;

/** A document ready to be sent, or a permanent redirect. */
export type ComposedPage = {
  status: number;
  redirect?: string;
  etag: string;
  policy: string;
  /** Whether the page is rendered in the browser for one person, with nothing for others to read. */
  isPrivate: boolean;
  body: EncodedBody;
  /** What the page is hydrated from; null when the browser renders it. */
  data: { tag: string; body: EncodedBody } | null;
  /** The text of the image that link previews show; null when the page has none. */
  shareText: ShareText | null;
  /** Uncompressed size of the document and its data. */
  bytes: number;
};

const brotliWithQuality = (quality: number, content: Buffer) =>
  compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** The first visitor gets a fast compression; the best one, an eighth smaller, is made meanwhile for everybody after. */
function createEncodings(plain: Buffer) {
  let brotli: Promise<Buffer> | undefined;
  let gzipped: Promise<Buffer> | undefined;
  const startBrotli = () => {
    const fast = brotliWithQuality(5, plain);
    void fast
      .then(() => brotliWithQuality(constants.BROTLI_MAX_QUALITY, plain))
      .then(
        (best) => {
          brotli = Promise.resolve(best);
        },
        () => undefined,
      );
    return fast;
  };
  return { br: () => (brotli ??= startBrotli()), gzip: () => (gzipped ??= compressGzip(plain, { level: 6 })) };
}

function createEncodedBody(plain: Buffer): EncodedBody {
  const encodings = createEncodings(plain);
  return async (encoding) => new Uint8Array(encoding ? await encodings[encoding]() : plain);
}

type Parts = Pick<ComposedPage, 'status' | 'policy' | 'isPrivate'> & { html: string; data?: DocumentData; shareText?: ShareText | null };

/** Makes a document and its data ready to be sent. */
export function createComposedPage({ status, html, policy, isPrivate, data, shareText = null }: Parts): ComposedPage {
  const document = Buffer.from(html);
  const json = data && Buffer.from(JSON.stringify(data));
  return {
    status,
    policy,
    isPrivate,
    etag: `"${createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 27)}"`,
    body: createEncodedBody(document),
    data: data && json ? { tag: data.tag, body: createEncodedBody(json) } : null,
    shareText,
    bytes: document.length + (json?.length ?? 0),
  };
}

/** A permanent redirect to another address of the site. */
export function createRedirect(to: string): ComposedPage {
  const body = async () => new Uint8Array();
  return { status: 301, redirect: to, etag: '', policy: '', isPrivate: false, data: null, shareText: null, body, bytes: 0 };
}

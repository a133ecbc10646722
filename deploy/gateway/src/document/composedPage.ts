import { createHash } from 'node:crypto';
import type { DocumentData } from '@masomo/contracts/document';
import { createEncodedBody, type EncodedBody } from '../http/encodedBody.ts';
import type { ShareText } from '../shareImages/shareImages.ts';

/** A document ready to be sent, or a permanent redirect. */
export type ComposedPage = {
  status: number;
  redirect?: string;
  etag: string;
  policy: string;
  /** Whether the page is rendered in the browser for one person, with nothing for others to read. */
  isPrivate: boolean;
  /** Whether the shell's head is missing, because the shell could not be rendered in time. */
  isPartial: boolean;
  body: EncodedBody;
  /** What the page is hydrated from; null when the browser renders it. */
  data: { tag: string; body: EncodedBody } | null;
  /** The text of the image that link previews show; null when the page has none. */
  shareText: ShareText | null;
  /** Uncompressed size of the document and its data. */
  bytes: number;
};

type Parts = Pick<ComposedPage, 'status' | 'policy' | 'isPrivate' | 'isPartial'> & {
  html: string;
  data?: DocumentData;
  shareText?: ShareText | null;
};

/** Makes a document and its data ready to be sent. */
export function createComposedPage({ status, html, policy, isPrivate, isPartial, data, shareText = null }: Parts): ComposedPage {
  const document = Buffer.from(html);
  const json = data && Buffer.from(JSON.stringify(data));
  return {
    status,
    policy,
    isPrivate,
    isPartial,
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
  return {
    status: 301,
    redirect: to,
    etag: '',
    policy: '',
    isPrivate: false,
    isPartial: false,
    data: null,
    shareText: null,
    body,
    bytes: 0,
  };
}

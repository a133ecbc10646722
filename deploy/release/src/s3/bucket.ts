import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/** A bucket's address and credentials. `url` names endpoint, bucket and optionally a folder in it: `https://s3.example/bucket/folder`. */
export type BucketOptions = { url: string; region: string; keyId: string; secret: string };

/** An object's content and its ETag, which changes with every write. */
export type StoredObject = { body: Buffer; tag: string };

/** The condition of a write: only if there is no object yet, or only over the content with this tag. */
type WriteCondition = { isNew: true } | { tag: string };

/** The operations the release store needs of an S3-compatible bucket. Keys are relative to the options' `url`. */
export type Bucket = {
  /** The object; null when there is none; `same` when its tag is still `knownTag`. */
  get(key: string, knownTag?: string): Promise<StoredObject | 'same' | null>;
  /** Writes an object and returns its new tag; null when the condition does not hold. */
  put(key: string, body: Buffer, condition?: WriteCondition): Promise<string | null>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<{ key: string; modified: Date }[]>;
};

const listing = z.object({
  ListBucketResult: z.object({
    Contents: z.array(z.object({ Key: z.string(), LastModified: z.string() })).default([]),
    NextContinuationToken: z.string().optional(),
  }),
});
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

const timeoutMs = 20_000;
const retries = 3;

class BucketError extends Error {}

/** Retries when the connection broke; an error the bucket itself reports is not retried. */
async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (let left = retries; ; left -= 1) {
    try {
      return await read();
    } catch (error) {
      if (left === 0 || error instanceof BucketError) throw error;
    }
  }
}

/** A bucket of AWS S3 or of anything that speaks its protocol, addressed by path. */
export function openBucket({ url, region, keyId, secret }: BucketOptions): Bucket {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries, initRetryMs: 100 });
  const { origin, pathname } = new URL(url);
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean);
  if (!bucket) throw new Error(`"${url}" names no bucket: use https://<endpoint>/<bucket>.`);
  const folder = folders.map((part) => `${part}/`).join('');
  const addressOf = (key: string) => `${origin}/${bucket}/${`${folder}${key}`.split('/').map(encodeURIComponent).join('/')}`;

  async function send(
    address: string,
    init: { method?: string; headers?: Record<string, string>; body?: Buffer<ArrayBuffer> } = {},
  ): Promise<Response> {
    const hash = createHash('sha256')
      .update(init.body ?? '')
      .digest('hex');
    const request = { ...init, headers: { ...init.headers, 'x-amz-content-sha256': hash }, signal: AbortSignal.timeout(timeoutMs) };
    return client.fetch(address, request).catch((error: unknown) => {
      const { cause = error } = error instanceof Error ? error : {};
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The release bucket at ${origin} does not respond: ${reason}. Check RELEASES_BUCKET.`, { cause: error });
    });
  }

  async function errorFrom(response: Response, action: string): Promise<Error> {
    const text = await response.text();
    const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
    return new BucketError(
      `The release bucket could not ${action}: ${response.status}${code ? ` ${code}` : ''}. Check its address, region and key.`,
    );
  }

  return {
    get: (key, knownTag) =>
      withRetries(async () => {
        const response = await send(addressOf(key), knownTag === undefined ? {} : { headers: { 'if-none-match': knownTag } });
        if (response.status === 304) return 'same';
        if (response.status === 404) {
          await response.body?.cancel();
          return null;
        }
        if (!response.ok) throw await errorFrom(response, `read ${key}`);
        return { body: Buffer.from(await response.arrayBuffer()), tag: response.headers.get('etag') ?? '' };
      }),
    async put(key, body, condition) {
      const headers: Record<string, string> =
        condition === undefined ? {} : 'tag' in condition ? { 'if-match': condition.tag } : { 'if-none-match': '*' };
      const response = await send(addressOf(key), { method: 'PUT', headers, body: Buffer.from(body) });
      // 409: another conditional write is in progress; 404: the object to replace is gone.
      if (condition && [404, 409, 412].includes(response.status)) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) throw await errorFrom(response, `write ${key}`);
      await response.body?.cancel();
      return response.headers.get('etag') ?? '';
    },
    async delete(key) {
      const response = await send(addressOf(key), { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw await errorFrom(response, `delete ${key}`);
      await response.body?.cancel();
    },
    async list(prefix) {
      const found: { key: string; modified: Date }[] = [];
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: folder + prefix, ...(token ? { 'continuation-token': token } : {}) });
        const response = await send(`${origin}/${bucket}?${query}`);
        if (!response.ok) throw await errorFrom(response, `list ${prefix}`);
        const { Contents, NextContinuationToken } = listing.parse(parser.parse(await response.text())).ListBucketResult;
        for (const { Key, LastModified } of Contents) found.push({ key: Key.slice(folder.length), modified: new Date(LastModified) });
        token = NextContinuationToken;
      }
      return found;
    },
  };
}

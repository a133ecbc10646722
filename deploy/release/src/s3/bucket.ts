import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/** Where a bucket is and who asks. `url` names endpoint, bucket and perhaps a folder in it: `https://s3.example/bucket/folder`. */
export type BucketOptions = { url: string; region: string; keyId: string; secret: string };

/** An object's content and its tag, which changes with every write. */
export type StoredObject = { body: Buffer; tag: string };

/** When a write may happen: only as the first one, or only over the content with this tag. */
export type WriteCondition = { isNew: true } | { tag: string };

/** What the release store needs of an S3-compatible bucket. Keys are relative to the options' address. */
export type Bucket = {
  /** The object; null when there is none; `same` when its tag is still the given one. */
  get(key: string, knownTag?: string): Promise<StoredObject | 'same' | null>;
  /** Its new tag; null when the condition does not hold. */
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

const answerLimit = 20_000;
const retries = 3;

class Refused extends Error {}

/** Reads again when the connection broke; a refusal is an answer. */
async function persistently<T>(read: () => Promise<T>): Promise<T> {
  for (let left = retries; ; left -= 1) {
    try {
      return await read();
    } catch (error) {
      if (left === 0 || error instanceof Refused) throw error;
    }
  }
}

/** A bucket of AWS S3 or of anything that speaks its protocol, addressed by path. */
export function openBucket({ url, region, keyId, secret }: BucketOptions): Bucket {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries, initRetryMs: 100 });
  const { origin, pathname } = new URL(url);
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean);
  if (!bucket) throw new Error(`"${url}" names no bucket: write https://<endpoint>/<bucket>.`);
  const folder = folders.map((part) => `${part}/`).join('');
  const addressOf = (key: string) => `${origin}/${bucket}/${`${folder}${key}`.split('/').map(encodeURIComponent).join('/')}`;

  async function send(
    address: string,
    init: { method?: string; headers?: Record<string, string>; body?: Buffer<ArrayBuffer> } = {},
  ): Promise<Response> {
    const hash = createHash('sha256')
      .update(init.body ?? '')
      .digest('hex');
    return client.fetch(address, {
      ...init,
      headers: { ...init.headers, 'x-amz-content-sha256': hash },
      signal: AbortSignal.timeout(answerLimit),
    });
  }

  async function refused(what: string, answer: Response): Promise<Error> {
    const text = await answer.text();
    const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
    return new Refused(`The release bucket did not ${what}: ${answer.status}${code ? ` ${code}` : ''}. Check its address, region and key.`);
  }

  return {
    get: (key, knownTag) =>
      persistently(async () => {
        const answer = await send(addressOf(key), knownTag === undefined ? {} : { headers: { 'if-none-match': knownTag } });
        if (answer.status === 304) return 'same';
        if (answer.status === 404) {
          await answer.body?.cancel();
          return null;
        }
        if (!answer.ok) throw await refused(`give ${key}`, answer);
        return { body: Buffer.from(await answer.arrayBuffer()), tag: answer.headers.get('etag') ?? '' };
      }),
    async put(key, body, condition) {
      const headers: Record<string, string> =
        condition === undefined ? {} : 'tag' in condition ? { 'if-match': condition.tag } : { 'if-none-match': '*' };
      const answer = await send(addressOf(key), { method: 'PUT', headers, body: Buffer.from(body) });
      // 409: another conditional write was under way; 404: what was to be replaced is gone.
      if (condition && [404, 409, 412].includes(answer.status)) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok) throw await refused(`take ${key}`, answer);
      await answer.body?.cancel();
      return answer.headers.get('etag') ?? '';
    },
    async delete(key) {
      const answer = await send(addressOf(key), { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw await refused(`remove ${key}`, answer);
      await answer.body?.cancel();
    },
    async list(prefix) {
      const found: { key: string; modified: Date }[] = [];
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: folder + prefix, ...(token ? { 'continuation-token': token } : {}) });
        const answer = await send(`${origin}/${bucket}?${query}`);
        if (!answer.ok) throw await refused(`list ${prefix}`, answer);
        const { Contents, NextContinuationToken } = listing.parse(parser.parse(await answer.text())).ListBucketResult;
        for (const { Key, LastModified } of Contents) found.push({ key: Key.slice(folder.length), modified: new Date(LastModified) });
        token = NextContinuationToken;
      }
      return found;
    },
  };
}

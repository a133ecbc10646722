import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type { BucketOptions } from './bucket.ts';

/** The part of the S3 server that is used here; it brings no types. */
type S3Server = { configureBuckets(): Promise<unknown>; callback(): (request: IncomingMessage, answer: ServerResponse) => void };
type S3ServerClass = new (options: Record<string, unknown>) => S3Server;

export type TestBucket = BucketOptions & {
  /** Every further request is answered by this instead, while it is set; null lets it through. */
  fault: ((request: IncomingMessage, answer: ServerResponse) => boolean) | null;
  /** After the write was done its answer is lost, for the next so many writes of this key. */
  loseResponses: Map<string, number>;
  requests: { method: string; path: string }[];
  close(): Promise<void>;
};

const underWay = 'a write is under way';

/** The connection breaks where the answer would begin. */
function loseResponse(answer: ServerResponse, onLost: () => void): void {
  answer.end = () => {
    onLost();
    answer.destroy();
    return answer;
  };
}

/**
 * An S3 server over a folder. It checks signatures by itself; the conditions of writes, which it does not know, are
 * judged in front of it, per object as AWS does. `conditional: false` leaves that out.
 */
export async function startTestBucket(folder: string, { conditional = true } = {}): Promise<TestBucket> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3ServerClass;
  const s3 = new S3rver({
    directory: folder,
    silent: true,
    resetOnClose: false,
    vhostBuckets: false,
    configureBuckets: [{ name: 'masomo' }],
  });
  await s3.configureBuckets();
  const handle = s3.callback();
  const tags = new Map<string, string>();
  /** Objects are whole at any time, as S3's are: who reads one waits for the write that is under way. */
  const writes = new Map<string, Promise<unknown>>();
  const bed: TestBucket = {
    url: '',
    region: 'us-east-1',
    keyId: 'S3RVER',
    secret: 'S3RVER',
    fault: null,
    loseResponses: new Map(),
    requests: [],
    close: async () => undefined,
  };

  const server = createServer((request, answer) => {
    const path = request.url ?? '';
    bed.requests.push({ method: request.method ?? '', path });
    if (bed.fault?.(request, answer)) return;
    if (request.method === 'DELETE') tags.delete(path);
    if (request.method === 'PUT' && conditional) {
      const { 'if-none-match': none, 'if-match': match } = request.headers;
      const known = tags.get(path);
      if ((none === '*' && known !== undefined) || (match !== undefined && match !== known)) {
        request.resume().on('end', () => answer.writeHead(known === underWay ? 409 : 412).end());
        return;
      }
      tags.set(path, underWay);
      writes.set(
        path,
        new Promise((resolve) => {
          answer.once('close', resolve);
        }),
      );
      answer.once('finish', () => tags.set(path, String(answer.getHeader('etag'))));
      const left = bed.loseResponses.get(path) ?? 0;
      if (left > 0) {
        bed.loseResponses.set(path, left - 1);
        loseResponse(answer, () => tags.set(path, String(answer.getHeader('etag'))));
      }
    }
    if (request.method === 'GET') void Promise.resolve(writes.get(path)).then(() => handle(request, answer));
    else handle(request, answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  bed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/masomo/product`;
  bed.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return bed;
}

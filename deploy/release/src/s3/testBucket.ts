import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type { BucketOptions } from './bucket.ts';

/** The part of the S3 server that is used here, which has no types. */
type S3Server = { configureBuckets(): Promise<unknown>; callback(): (request: IncomingMessage, response: ServerResponse) => void };
type S3ServerClass = new (options: Record<string, unknown>) => S3Server;

export type TestBucket = BucketOptions & {
  /** While set, responds to every request instead of the server; `false` lets a request through. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** The number of next writes per key that happen but whose response is lost. */
  loseResponses: Map<string, number>;
  requests: { method: string; path: string }[];
  close(): Promise<void>;
};

const inProgress = 'a write is in progress';

/** Breaks the connection where the response would begin. */
function loseResponse(response: ServerResponse, onLost: () => void): void {
  response.end = () => {
    onLost();
    response.destroy();
    return response;
  };
}

/**
 * An S3 server over a folder. It checks signatures itself; conditional writes, which it does not support, are implemented in front of
 * it, per object as in AWS. `conditional: false` leaves them out.
 */
export async function startTestBucket(folder: string, { conditional = true } = {}): Promise<TestBucket> {
  const require = createRequire(import.meta.url);
  const S3rver = require('@20minutes/s3rver') as S3ServerClass;
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
  /** Like in S3, a read never sees half an object: reads and writes of one take turns. */
  const turns = new Map<string, Promise<unknown>>();
  const bucket: TestBucket = {
    url: '',
    region: 'us-east-1',
    keyId: 'S3RVER',
    secret: 'S3RVER',
    fault: null,
    loseResponses: new Map(),
    requests: [],
    close: async () => undefined,
  };

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    bucket.requests.push({ method: request.method ?? '', path });
    if (bucket.fault?.(request, response)) return;
    if (request.method === 'DELETE') tags.delete(path);
    if (request.method === 'PUT' && conditional) {
      const { 'if-none-match': none, 'if-match': match } = request.headers;
      const tag = tags.get(path);
      if ((none === '*' && tag !== undefined) || (match !== undefined && match !== tag)) {
        request.resume().on('end', () => response.writeHead(tag === inProgress ? 409 : 412).end());
        return;
      }
      tags.set(path, inProgress);
      response.once('finish', () => tags.set(path, String(response.getHeader('etag'))));
      const left = bucket.loseResponses.get(path) ?? 0;
      if (left > 0) {
        bucket.loseResponses.set(path, left - 1);
        loseResponse(response, () => tags.set(path, String(response.getHeader('etag'))));
      }
    }
    if (request.method !== 'GET' && request.method !== 'PUT') {
      handle(request, response);
      return;
    }
    const closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
    const before = Promise.resolve(turns.get(path));
    turns.set(
      path,
      before.then(() => closed),
    );
    void before.then(() => handle(request, response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  bucket.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/masomo/product`;
  bucket.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return bucket;
}

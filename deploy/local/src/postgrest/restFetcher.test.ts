import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restFetcher } from './restFetcher.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => response.end(request.headers.connection));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const stream = (size: number) => new Blob(['x'.repeat(size)]).stream();
it.each([
  ['no body', {}, 'keep-alive'],
  ['a small body', { method: 'POST', body: stream(20), headers: { 'content-length': '20' } }, 'keep-alive'],
  ['a large body', { method: 'POST', body: stream(9_000), headers: { 'content-length': '9000' } }, 'close'],
  ['a small body in pieces', { method: 'POST', body: stream(20) }, 'keep-alive'],
  ['a large body in pieces', { method: 'POST', body: stream(9_000) }, 'close'],
])('with %s a request leaves its connection to others only if PostgREST will', async (_what, init, connection) => {
  const fetcher = restFetcher(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const request = new Request('http://backend/rest/v1/students', { ...init, ...('body' in init ? { duplex: 'half' } : {}) } as RequestInit);
  expect(await (await fetcher(request)).text()).toBe(connection);
});

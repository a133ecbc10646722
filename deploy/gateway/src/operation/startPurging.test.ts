import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPurging } from './startPurging.ts';

type Purge = { headers: IncomingHttpHeaders; body: unknown };
let purges: Purge[];
let status: number;
let cdn: Server;
let stop: () => void;
const now = { revision: 'content 1, releases 1' };

beforeEach(async () => {
  purges = [];
  status = 200;
  cdn = createServer((request, response) => {
    let body = '';
    request
      .on('data', (chunk) => {
        body += chunk;
      })
      .on('end', () => {
        purges.push({ headers: request.headers, body: JSON.parse(body) });
        response.writeHead(status).end('not now');
      });
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
  stop = startPurging({ url, token: 'secret' }, { revision: async () => now.revision, log: pino({ level: 'silent' }), intervalMs: 20 });
});
afterEach(async () => {
  stop();
  cdn.closeAllConnections();
  await new Promise((resolve) => cdn.close(resolve));
});
const intervals = (count: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, 20 * count);
  });

test('a publication is purged once, under the key of the public pages', async () => {
  await intervals(5);
  expect(purges).toEqual([]);
  now.revision = 'content 2, releases 1';
  await vi.waitFor(() => expect(purges).toHaveLength(1));
  expect(purges[0]).toMatchObject({
    headers: { authorization: 'Bearer secret', 'fastly-key': 'secret', 'surrogate-key': 'documents' },
    body: { tags: ['documents'] },
  });
  await intervals(5);
  expect(purges).toHaveLength(1);
});

test('a refused purge is retried until it succeeds', async () => {
  await intervals(5);
  status = 503;
  now.revision = 'content 3, releases 1';
  await vi.waitFor(() => expect(purges.length).toBeGreaterThan(2));
  status = 200;
  const refused = purges.length;
  await vi.waitFor(() => expect(purges.length).toBeGreaterThan(refused));
  const done = purges.length;
  await intervals(5);
  expect(purges.length).toBe(done);
});

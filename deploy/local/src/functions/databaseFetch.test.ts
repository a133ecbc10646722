import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFetch } from './databaseFetch.ts';

// Records the requests to PostgREST and those to the services of the main thread.
const databaseRequests: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
const otherRequests: string[] = [];
let postgrest: Server;
let fetchFromFunction: typeof fetch;

beforeAll(async () => {
  postgrest = createServer((request, response) => {
    let body = '';
    request
      .on('data', (chunk) => {
        body += chunk;
      })
      .on('end', () => {
        databaseRequests.push({ url: request.url, headers: request.headers, body });
        response.end('[]');
      });
  });
  await new Promise<void>((resolve) => postgrest.listen(0, '127.0.0.1', resolve));
  const tablesOrigin = `http://127.0.0.1:${(postgrest.address() as AddressInfo).port}`;
  fetchFromFunction = databaseFetch(
    {
      servicesUrl: 'http://127.0.0.1:1',
      postgrestOrigin: () => tablesOrigin,
      publishableKey: 'sb_publishable_a',
      secretKey: 'sb_secret_b',
      serviceRoleToken: async () => 'of.the.service',
    },
    async (input) => {
      otherRequests.push(input instanceof Request ? input.url : String(input));
      return new Response('elsewhere');
    },
  );
});
afterAll(() => new Promise((resolve) => postgrest.close(resolve)));

test('the secret key becomes a service-role token and is not sent to PostgREST', async () => {
  const response = await fetchFromFunction('http://127.0.0.1:1/rest/v1/rpc/place_order?select=id', {
    method: 'POST',
    headers: { apikey: 'sb_secret_b', authorization: 'Bearer sb_secret_b', 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await response.json()).toEqual([]);
  expect(databaseRequests.at(-1)).toMatchObject({
    url: '/rpc/place_order?select=id',
    body: '{"a":1}',
    headers: { authorization: 'Bearer of.the.service' },
  });
  expect(databaseRequests.at(-1)?.headers).not.toHaveProperty('apikey');
});

test('a user token is passed through, the publishable key is anonymous, and an unknown key is refused', async () => {
  await fetchFromFunction('http://127.0.0.1:1/rest/v1/orders', { headers: { apikey: 'sb_publishable_a', authorization: 'Bearer a.b.c' } });
  expect(databaseRequests.at(-1)?.headers['authorization']).toBe('Bearer a.b.c');
  await fetchFromFunction(new Request('http://127.0.0.1:1/rest/v1/orders', { headers: { apikey: 'sb_publishable_a' } }));
  expect(databaseRequests.at(-1)?.headers['authorization']).toBeUndefined();
  const before = databaseRequests.length;
  expect((await fetchFromFunction('http://127.0.0.1:1/rest/v1/orders', { headers: { apikey: 'sb_secret_guessed' } })).status).toBe(401);
  expect(databaseRequests).toHaveLength(before);
});

test('other requests are not redirected', async () => {
  for (const url of ['http://127.0.0.1:1/auth/v1/user', 'https://sandbox.example/rest/v1/orders']) {
    expect(await (await fetchFromFunction(url)).text()).toBe('elsewhere');
    expect(otherRequests.at(-1)).toBe(url);
  }
});

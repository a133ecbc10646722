import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFetch } from './databaseFetch.ts';

// What PostgREST would be asked, and what would go by the services of the main thread.
const asked: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
const outside: string[] = [];
let postgrest: Server;
let ask: typeof fetch;

beforeAll(async () => {
  postgrest = createServer((request, response) => {
    let body = '';
    request
      .on('data', (chunk) => {
        body += chunk;
      })
      .on('end', () => {
        asked.push({ url: request.url, headers: request.headers, body });
        response.end('[]');
      });
  });
  await new Promise<void>((resolve) => postgrest.listen(0, '127.0.0.1', resolve));
  const tablesOrigin = `http://127.0.0.1:${(postgrest.address() as AddressInfo).port}`;
  ask = databaseFetch(
    {
      servicesUrl: 'http://127.0.0.1:1',
      postgrestOrigin: tablesOrigin,
      publishableKey: 'sb_publishable_a',
      secretKey: 'sb_secret_b',
      serviceRoleToken: async () => 'of.the.service',
    },
    async (input) => {
      outside.push(input instanceof Request ? input.url : String(input));
      return new Response('elsewhere');
    },
  );
});
afterAll(() => new Promise((resolve) => postgrest.close(resolve)));

test('the secret key reaches the tables as the service role, with its body, and is not told there', async () => {
  const answer = await ask('http://127.0.0.1:1/rest/v1/rpc/place_order?select=id', {
    method: 'POST',
    headers: { apikey: 'sb_secret_b', authorization: 'Bearer sb_secret_b', 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await answer.json()).toEqual([]);
  expect(asked.at(-1)).toMatchObject({
    url: '/rpc/place_order?select=id',
    body: '{"a":1}',
    headers: { authorization: 'Bearer of.the.service' },
  });
  expect(asked.at(-1)?.headers).not.toHaveProperty('apikey');
});

test('a person stays that person, the publishable key nobody, and another key is refused', async () => {
  await ask('http://127.0.0.1:1/rest/v1/orders', { headers: { apikey: 'sb_publishable_a', authorization: 'Bearer a.b.c' } });
  expect(asked.at(-1)?.headers['authorization']).toBe('Bearer a.b.c');
  await ask(new Request('http://127.0.0.1:1/rest/v1/orders', { headers: { apikey: 'sb_publishable_a' } }));
  expect(asked.at(-1)?.headers['authorization']).toBeUndefined();
  const before = asked.length;
  expect((await ask('http://127.0.0.1:1/rest/v1/orders', { headers: { apikey: 'sb_secret_guessed' } })).status).toBe(401);
  expect(asked).toHaveLength(before);
});

test('everything else goes where it always went', async () => {
  for (const url of ['http://127.0.0.1:1/auth/v1/user', 'https://sandbox.example/rest/v1/orders']) {
    expect(await (await ask(url)).text()).toBe('elsewhere');
    expect(outside.at(-1)).toBe(url);
  }
});

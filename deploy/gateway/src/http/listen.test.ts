import { Agent, request as send } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listening } from './listen.ts';

let listening: Listening;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  listening = await listen(
    async (request) => {
      // As a body is forwarded to a service that answers without reading it.
      if (request.headers.has('x-forwarded')) request.body?.pipeThrough(new TransformStream());
      return new Response(null, { status: request.headers.has('x-refused') ? 413 : 204 });
    },
    0,
    '127.0.0.1',
  );
});
afterAll(async () => {
  agent.destroy();
  await listening.close();
});

const post = (body: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const request = send({ agent, port: listening.port, method: 'POST', headers: { ...headers, ...length } }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode, isReused: request.reusedSocket }));
    });
    request.on('error', reject).end(body);
  });

test.each([
  ['', { 'x-refused': '1' }],
  [' on its way to a service', { 'x-refused': '1', 'x-forwarded': '1' }],
])('a large body that is refused%s leaves its connection to the next request', async (_, headers) => {
  expect((await post('x'.repeat(3_000_000), headers)).status).toBe(413);
  expect(await post('x')).toEqual({ status: 204, isReused: true });
  // An abandoned body used to close the connection half a second later.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await post('x')).toEqual({ status: 204, isReused: true });
});

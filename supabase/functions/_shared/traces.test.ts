import { beforeEach, expect, test, vi } from 'vitest';
import { serve, tracedFetch } from './traces.ts';

const requests: [path: string, traceparent: string | null, apikey: string | null][] = [];
let handler: (request: Request) => Response | Promise<Response>;
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('Deno', {
    serve: (given: typeof handler) => {
      handler = given;
    },
  });
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push([new URL(request.url).pathname, request.headers.get('traceparent'), request.headers.get('apikey')]);
    return new Response();
  });
  serve(async (request) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
    await tracedFetch(`http://localhost${new URL(request.url).pathname}`, { headers: { apikey: 'key' } });
    return new Response();
  });
});
const call = (path: string, headers = {}) => handler(new Request(`http://localhost${path}`, { headers }));

test('database calls carry the trace of their request, even with concurrent requests', async () => {
  await Promise.all([call('/a', { traceparent: '00-a' }), call('/none'), call('/b', { traceparent: '00-b' })]);
  expect(requests.sort()).toEqual([
    ['/a', '00-a', 'key'],
    ['/b', '00-b', 'key'],
    ['/none', null, 'key'],
  ]);
});

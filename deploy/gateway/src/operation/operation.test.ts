import { afterEach, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { startTestProduct, type TestProduct } from '../testGateway.ts';
import { kindOf } from './metrics.ts';
import { serveMetrics } from './serveMetrics.ts';

let product: TestProduct;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  product = await startTestProduct({
    log: pino(
      { level: 'info' },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    ),
  });
  await product.gateway.warm();
}, 20_000);
afterEach(() => product.end());

test('it is ready while a shell is live until it drains, and alive throughout', async () => {
  expect((await product.get('/readyz')).status).toBe(200);
  product.backend.health = async () => ({ database: 'no connection' });
  // A database that is down is no reason to send visitors elsewhere: it is down there too.
  expect((await product.get('/readyz')).status).toBe(200);
  product.gateway.drain();
  expect(await (await product.get('/readyz')).json()).toEqual({ status: 'draining' });
  expect((await product.get('/livez')).status).toBe(200);
  const late = await product.get('/pricing');
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
});

test('a request has one id from the proxy to the log, and the log has no query', async () => {
  const given = await product.get('/rest/v1/plans?token=secret', { headers: { 'x-request-id': 'abcdef-0123456789' } });
  expect(given.headers.get('x-request-id')).toBe('abcdef-0123456789');
  const forged = await product.get('/', { headers: { 'x-request-id': 'a b"\u00e9' } });
  expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
  expect(lines).toMatchObject([
    { id: 'abcdef-0123456789', kind: 'rest', method: 'GET', path: '/rest/v1/plans', status: 200, msg: 'request' },
    { kind: 'document', path: '/' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('the secret of a payment callback is in no log', async () => {
  await product.get('/functions/v1/payment-callback/payment/11111111-1111-4111-8111-111111111111/the-token', {
    method: 'POST',
    body: '{}',
  });
  expect(JSON.stringify(lines)).not.toContain('the-token');
  expect(lines.at(-1)).toMatchObject({ path: '/functions/v1/payment-callback/…' });
});

test('requests are counted by kind, however many addresses strangers try', async () => {
  for (const address of ['/', '/one-stranger', '/another-stranger', '/nope.png']) await product.get(address);
  await product.get('/functions/v1/anything', { method: 'POST' });
  const text = await product.gateway.metrics.text();
  expect(text).toContain('masomo_http_requests_total{kind="document",status="2xx"} 3');
  expect(text).toContain('masomo_http_requests_total{kind="document",status="4xx"} 1');
  expect(text).toContain('masomo_http_requests_total{kind="functions",status="5xx"} 1');
  expect(text).toContain('masomo_http_requests_in_flight 0');
  expect(text).toContain('masomo_registry_revision 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain('stranger');
});

test('kinds of requests', () => {
  expect(['/releases/shell/1/a.js', '/readyz', '/storage/v1/object/x', '/pricing', '/releases'].map(kindOf)).toEqual([
    'release',
    'operation',
    'storage',
    'document',
    'document',
  ]);
});

test('metrics have a port of their own, and a closing gateway responds to what is in flight', async () => {
  const metrics = await serveMetrics(product.gateway.metrics, 0, '127.0.0.1');
  const scraped = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  expect([scraped.status, scraped.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404);
  await metrics.close();

  let respond = () => {};
  product.backend.auth = () =>
    new Promise((resolve) => {
      respond = () => resolve(Response.json({ done: true }));
    });
  const listening = await product.gateway.serve({ port: 0 });
  const inFlight = fetch(`http://127.0.0.1:${listening.port}/auth/v1/user`);
  await expect.poll(async () => (await product.gateway.metrics.text()).includes('masomo_http_requests_in_flight 1')).toBe(true);
  product.gateway.drain();
  const closed = listening.close(20_000);
  respond();
  expect(await (await inFlight).json()).toEqual({ done: true });
  await closed;
  await expect(fetch(`http://127.0.0.1:${listening.port}/livez`)).rejects.toThrow();
});

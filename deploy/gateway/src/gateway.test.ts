import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyLimits } from './backend/forwardRequest.ts';
import { startTestProduct, type TestProduct } from './testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.end());

test('health is 200 when every part responds, otherwise 503 with the parts that do not', async () => {
  expect(await (await product.get('/healthz')).json()).toEqual({ status: 'ok', parts: { database: 'ok', releases: 'ok' } });
  product.backend.health = async () => ({ database: 'no connection' });
  const unhealthy = await product.get('/healthz');
  expect(unhealthy.status).toBe(503);
  expect(await unhealthy.json()).toMatchObject({ parts: { database: 'no connection' } });
  product.backend.health = async () => {
    throw new Error('gone');
  };
  expect((await product.get('/healthz')).status).toBe(503);
});

test('every response carries the security headers', async () => {
  for (const address of ['/', '/registry.json', '/config.json', '/auth/v1/user', '/nope.png', '/healthz']) {
    const { headers } = await product.get(address);
    expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'strict-origin-when-cross-origin']);
    expect(headers.get('content-security-policy')).toContain("base-uri 'none'");
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('HSTS only behind TLS', async () => {
  const secure = await startTestProduct({ tls: true });
  expect((await secure.get('/config.json')).headers.get('strict-transport-security')).toContain('max-age=');
  await secure.end();
});

test('a request reaches its part of the backend with its body and without connection headers', async () => {
  const response = await product.get('/auth/v1/token', {
    method: 'POST',
    body: 'hello',
    headers: { connection: 'x-hop', 'x-hop': '1', 'x-forwarded-host': 'evil.test' },
  });
  expect(await response.json()).toEqual({ path: '/auth/v1/token', body: 'hello', forwarded: 'localhost:8080' });
  expect(product.backend.requests.at(-1)?.headers.get('x-hop')).toBeNull();
});

test('a part that fails is a 502, one that does not exist a 404', async () => {
  expect((await product.get('/functions/v1/x', { method: 'POST', body: '{}' })).status).toBe(502);
  expect((await product.get('/_local/mailbox')).status).toBe(404);
});

test('a body that is too large is refused, with or without a content-length', async () => {
  const large = 'x'.repeat(bodyLimits.auth + 1);
  expect(
    (await product.get('/auth/v1/token', { method: 'POST', body: large, headers: { 'content-length': String(large.length) } })).status,
  ).toBe(413);
  const stream = new Blob([large]).stream();
  expect((await product.get('/auth/v1/token', { method: 'POST', body: stream, duplex: 'half' } as RequestInit)).status).toBe(413);
});

test('robots.txt comes from the release of the public site, and a file it does not have is a 404', async () => {
  const robots = await product.get('/robots.txt');
  expect([robots.status, robots.headers.get('content-type'), await robots.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'User-agent: *',
  ]);
  expect((await product.get('/sitemap.xml')).status).toBe(404);
});

test('it serves over HTTP and stops', async () => {
  const listening = await product.gateway.serve({ port: 0 });
  expect((await fetch(`http://127.0.0.1:${listening.port}/config.json`)).status).toBe(200);
  await listening.close();
  await expect(fetch(`http://127.0.0.1:${listening.port}/config.json`)).rejects.toThrow();
});

test('a port in use is an error', async () => {
  const first = await product.gateway.serve({ port: 0 });
  await expect(product.gateway.serve({ port: first.port })).rejects.toThrow('EADDRINUSE');
  await first.close();
});

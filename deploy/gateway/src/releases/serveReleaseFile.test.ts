import { afterAll, beforeAll, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.end());

const script = `/releases/shell/${versionNumber(1)}/js/a.js`;
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a service worker may only fetch from its own origin', async () => {
  const response = await product.get('/sw.js');
  expect([response.status, response.headers.get('cache-control'), response.headers.get('content-security-policy')]).toEqual([
    200,
    'no-cache',
    "default-src 'none'; connect-src 'self'",
  ]);
});

test('a file is immutable, has a content type and is sent in its stored encodings', async () => {
  const plain = await product.get(script);
  expect(plain.status).toBe(200);
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(plain.headers.get('content-length')).toBe('100');
  const br = await product.get(script, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(br.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await bytes(br)).toString()).toBe('a'.repeat(100));
  const gz = await product.get(script, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect(gz.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await bytes(gz)).toString()).toBe('a'.repeat(100));
  expect(br.headers.get('vary')).toBe('Accept-Encoding');
});

test('an unchanged file is not sent again', async () => {
  const etag = (await product.get(script)).headers.get('etag') ?? '';
  expect((await product.get(script, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await product.get(script, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/100', 10],
  ['bytes=90-', 206, 'bytes 90-99/100', 10],
  ['bytes=-5', 206, 'bytes 95-99/100', 5],
  ['bytes=-500', 206, 'bytes 0-99/100', 100],
  ['bytes=0-500', 206, 'bytes 0-99/100', 100],
  ['bytes=100-', 416, 'bytes */100', 0],
  ['bytes=5-1', 416, 'bytes */100', 0],
  ['bytes=0-1,5-6', 200, null, 100],
  ['lines=1-2', 200, null, 100],
])('range %s', async (range, status, contentRange, length) => {
  const response = await product.get(script, { headers: { range, 'accept-encoding': 'br' } });
  expect([response.status, response.headers.get('content-range'), (await bytes(response)).length]).toEqual([status, contentRange, length]);
});

test('HEAD sends the headers only', async () => {
  const response = await product.get(script, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), (await bytes(response)).length]).toEqual([200, '100', 0]);
});

test.each([
  `/releases/shell/${versionNumber(1)}/release.json`,
  `/releases/shell/${versionNumber(1)}/server/server.cjs`,
  `/releases/shell/${versionNumber(1)}/..%2f..%2fmfe-dashboard%2f${versionNumber(1)}%2fremoteEntry.js`,
  `/releases/shell/${versionNumber(1)}/%2e%2e/%2e%2e/registry/0000000001.json`,
  `/releases/..%2f..%2f..%2fetc/x/passwd`,
  `/releases/shell/${versionNumber(2)}/js/a.js`,
  `/releases/shell/${versionNumber(1)}/js/a.js.br`,
  `/releases/__proto__/x/y`,
])('nothing outside of a release is served: %s', async (address) => {
  const response = await product.get(address);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('revision');
});

test('public files of the shell are served at the root of the site', async () => {
  const worker = await product.get('/sw.js');
  expect([worker.status, worker.headers.get('cache-control'), await worker.text()]).toEqual([200, 'no-cache', '// worker']);
});

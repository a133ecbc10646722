import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, versionNumber, type TestProduct } from './testGateway.ts';

let product: TestProduct;
beforeAll(async () => { product = await startTestProduct({ tls: true }); });
afterAll(() => product.end());

const answers: [what: string, method: string, path: string, status: number][] = [
  ['a public page', 'GET', '/', 200],
  ['a page of the signed-in area', 'GET', '/dashboard', 200],
  ['a page nobody has', 'GET', '/nowhere', 404],
  ['a page that moved', 'GET', '/moved', 301],
  ['the registry', 'GET', '/registry.json', 200],
  ['the configuration', 'GET', '/config.json', 200],
  ['health', 'GET', '/healthz', 200],
  ['a released file', 'GET', `/releases/shell/${versionNumber(1)}/js/main.js`, 200],
  ['a released file nobody has', 'GET', '/releases/shell/0.0.0/js/main.js', 404],
  ['the worker', 'GET', '/sw.js', 200],
  ['the release door, unnamed', 'GET', '/_releases/status', 401],
  ['a report nobody can read', 'POST', '/_releases/reports', 400],
  ['a write to a page', 'POST', '/pricing', 405],
  ['the database', 'GET', '/rest/v1/plans', 200],
];

it.each(answers)('%s carries every security header', async (_, method, path, status) => {
  const { headers, status: actual } = await product.get(path, { method });
  expect(actual).toBe(status);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('strict-transport-security')).toContain('max-age=');
  const policy = headers.get('content-security-policy') ?? '';
  // A worker has no address of its own to change and cannot be framed.
  if (path !== '/sw.js') expect(policy).toMatch(/base-uri 'none'/);
  if (path !== '/sw.js') expect(policy).toContain('frame-ancestors');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
});

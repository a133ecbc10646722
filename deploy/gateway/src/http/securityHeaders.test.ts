import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ tls: true });
});
afterAll(() => product.end());

type Case = [
  description: string,
  method: string,
  path: string,
  status: number,
  request?: { headers?: Record<string, string>; before?: () => void },
];
const file = `/releases/shell/${versionNumber(1)}/js/a.js`;
const cases: Case[] = [
  ['a public page', 'GET', '/', 200],
  ['a page of the signed-in area', 'GET', '/dashboard', 200],
  ['an unknown page', 'GET', '/nowhere', 404],
  ['a page that moved', 'GET', '/moved', 301],
  ['the registry', 'GET', '/registry.json', 200],
  ['the configuration', 'GET', '/config.json', 200],
  ['health', 'GET', '/healthz', 200],
  ['a released file', 'GET', `/releases/shell/${versionNumber(1)}/js/main.js`, 200],
  ['an unknown released file', 'GET', '/releases/shell/0.0.0/js/main.js', 404],
  ['the worker', 'GET', '/sw.js', 200],
  ['the release API without a token', 'GET', '/_releases/status', 401],
  ['an unreadable report', 'POST', '/_releases/reports', 400],
  ['a write to a page', 'POST', '/pricing', 405],
  ['the database', 'GET', '/rest/v1/plans', 200],
  [
    'the database, out of reach',
    'GET',
    '/rest/v1/plans',
    503,
    {
      before: () => {
        product.backend.isBroken = true;
      },
    },
  ],
  ['the accounts', 'POST', '/auth/v1/token', 200],
  ['files of the school', 'GET', '/storage/v1/object/public/media/a.png', 200],
  [
    'a function',
    'POST',
    '/functions/v1/submit-ticket',
    200,
    {
      before: () => {
        product.backend.functions = () => Response.json({});
      },
    },
  ],
  [
    'a function that redirects',
    'GET',
    '/functions/v1/pay',
    302,
    {
      before: () => {
        product.backend.functions = () => new Response(null, { status: 302, headers: { location: 'https://pay.test/' } });
      },
    },
  ],
  [
    'a function that is down',
    'POST',
    '/functions/v1/submit-ticket',
    502,
    {
      before: () => {
        product.backend.functions = () => {
          throw new Error('down');
        };
      },
    },
  ],
  ['a request that is too large', 'POST', '/auth/v1/token', 413, { headers: { 'content-length': '9999999' } }],
  ['developer tools that are absent', 'GET', '/_local/mailbox', 404],
  [
    'an unhealthy installation',
    'GET',
    '/healthz',
    503,
    {
      before: () => {
        product.backend.health = () => {
          throw new Error('a fault');
        };
      },
    },
  ],
  ['the headers of a page', 'HEAD', '/', 200],
  ['an address with a slash too many', 'GET', '/pricing/', 301],
  ['an unknown file', 'GET', '/favicon-of-old.png', 404],
  ['a part of a file', 'GET', file, 206, { headers: { range: 'bytes=0-9' } }],
  ['a part beyond a file', 'GET', file, 416, { headers: { range: 'bytes=900-' } }],
  ['a file the browser has', 'GET', file, 304, { headers: { 'if-none-match': '*' } }],
  ['the registry the browser has', 'GET', '/registry.json', 304, { headers: { 'if-none-match': '*' } }],
  [
    'a failure of the gateway itself',
    'GET',
    '/manual.pdf',
    500,
    {
      before: () => {
        vi.spyOn(product.store, 'openFile').mockRejectedValueOnce(new Error('the disk is gone'));
      },
    },
  ],
  ['data of no page', 'GET', '/_document.json?page=x', 404],
];

it.each([
  ['/dashboard', 'same-origin-allow-popups'],
  ['/own', 'same-origin-allow-popups'],
  ['/', null],
  ['/pricing', null],
])('%s: the window that opened a personal page gets no reference to it', async (path, policy) => {
  expect((await product.get(path)).headers.get('cross-origin-opener-policy')).toBe(policy);
});

it.each(cases)('%s carries every security header', async (_, method, path, status, { headers: requestHeaders = {}, before } = {}) => {
  before?.();
  const { headers, status: actual } = await product.get(path, { method, headers: requestHeaders });
  expect(actual).toBe(status);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=(self), geolocation=()');
  // Neither the other hosts of a school's domain nor the browsers' lists are ours to decide about.
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
  const policy = headers.get('content-security-policy') ?? '';
  // A worker has no address of its own to change and cannot be framed.
  if (path !== '/sw.js') expect(policy).toMatch(/base-uri 'none'/);
  if (path !== '/sw.js') expect(policy).toContain('frame-ancestors');
  expect(policy).toMatch(/default-src '(none|self)'/);
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'/);
});

it('sends no HSTS without TLS', async () => {
  const plain = await startTestProduct();
  expect((await plain.get('/')).headers.has('strict-transport-security')).toBe(false);
  await plain.end();
});

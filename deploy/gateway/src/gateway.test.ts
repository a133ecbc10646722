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
  // What exactly is wrong is for the log: anybody can read this.
  expect(await unhealthy.json()).toEqual({ status: 'unavailable', parts: { database: 'unavailable', releases: 'ok' } });
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
  expect((await secure.get('/config.json')).headers.get('strict-transport-security')).toBe('max-age=63072000');
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

test.each([
  ['bytes that are no text', '/rest/v1/plans?name=eq.%ff%fe'],
  ['NUL', '/rest/v1/plans?name=eq.a%00b'],
  ['half a sign', '/storage/v1/object/public/media/%e0%a4'],
  ['a lone percent sign', '/auth/v1/user?x=100%'],
])('an address with %s is refused and reaches no part', async (_what, address) => {
  const count = product.backend.requests.length;
  expect((await product.get(address)).status).toBe(400);
  expect(product.backend.requests).toHaveLength(count);
});

test('rows are sent as JSON, neither as CSV nor as a form', async () => {
  const send = (type: string) => product.get('/rest/v1/plans', { method: 'POST', body: 'name', headers: { 'content-type': type } });
  const statuses = async (...types: string[]) => Promise.all(types.map(async (type) => (await send(type)).status));
  expect(await statuses('text/csv; charset=utf-8', 'application/x-www-form-urlencoded', 'application/json')).toEqual([415, 415, 200]);
});

// PostgREST searches for a name like it, in a time that grows with the square of its length.
test.each([
  ['table', '/rest/v1/@', undefined],
  ['function', '/rest/v1/rpc/@', '{}'],
  ['parameter', '/rest/v1/rpc/any?@=1', undefined],
  ['column that is selected', '/rest/v1/plans?select=id,@', undefined],
  ['table that is embedded', '/rest/v1/plans?select=id,addons!inner(id,@(id))', undefined],
  ['argument', '/rest/v1/rpc/any', '{"@":1}'],
  ['argument in a list', '/rest/v1/rpc/any', '[{"a":1},{"@":1}]'],
])('a %s with a name that cannot be is refused and reaches no part', async (_what, address, body) => {
  const ask = async (name: string) => {
    const filled = address.replace('@', name);
    return (await product.get(filled, body === undefined ? {} : { method: 'POST', body: body.replace('@', name) })).status;
  };
  expect(await ask('x'.repeat(63))).toBe(200);
  const count = product.backend.requests.length;
  expect(await ask('x'.repeat(10_000))).toBe(400);
  expect(product.backend.requests).toHaveLength(count);
});

test('more arguments than a function has are refused; long values are not', async () => {
  const call = async (args: object) => (await product.get('/rest/v1/rpc/any', { method: 'POST', body: JSON.stringify(args) })).status;
  expect(await call(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n])))).toBe(400);
  const rows = { scores: Array.from({ length: 500 }, (_, n) => ({ student_id: n, note: 'x'.repeat(500) })) };
  expect(await call(rows)).toBe(200);
  expect(await product.backend.requests.at(-1)?.json()).toEqual(rows);
});

test.each([
  ['P0002', 404],
  ['54000', 400],
  ['57014', 503],
  ['40001', 409],
  ['XX000', 500],
])('an error %s of the database is a %i', async (code, status) => {
  const { rest } = product.backend;
  const details = JSON.stringify({ sentence: 'This order is no longer here.', args: {} });
  const raised = { code, message: 'This order is no longer here.', hint: 'order.not_found', details };
  product.backend.rest = () => Response.json(raised, { status: 500 });
  const response = await product.get('/rest/v1/rpc/any', { method: 'POST', body: '{}' });
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code, hint: 'order.not_found' })]);
  expect(response.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
  product.backend.rest = rest;
});

test.each([
  ['23514', 400, 'new row for relation "students" violates check constraint "students_first_name_check"'],
  ['23505', 409, 'duplicate key value violates unique constraint "students_school_id_admission_number_key"'],
  ['23503', 409, 'insert or update on table "lessons" violates foreign key constraint "lessons_class_id_school_id_fkey"'],
  ['22P02', 400, 'invalid input syntax for type uuid: "Amani Otieno"'],
  ['42501', 403, 'permission denied for table students'],
  ['XX000', 500, 'relation "students" is broken'],
])('an error %s of the database says nothing of rows and constraints', async (code, status, message) => {
  const { rest } = product.backend;
  product.backend.rest = () =>
    Response.json({ code, message, details: 'Failing row contains (Amani Otieno).', hint: 'students' }, { status });
  const response = await product.get('/rest/v1/students', { method: 'POST', body: '{}' });
  const text = await response.text();
  expect(response.status).toBe(status);
  expect(text).not.toMatch(/Amani|students|lessons|constraint|relation/);
  expect(JSON.parse(text)).toEqual({ code, message: expect.stringMatching(/\.$/), details: null, hint: null });
  product.backend.rest = rest;
});

test('a refusal in words says its sentence, values and field, and the interface’s own errors keep what they say of the request', async () => {
  const { rest } = product.backend;
  const refusal = { code: 'P0001', message: 'Use at most 80 characters.', hint: 'form.too_long' };
  const said = { sentence: 'Use at most {limit} characters.', args: { limit: 80 } };
  product.backend.rest = () => Response.json({ ...refusal, details: JSON.stringify({ ...said, field: 'name' }) }, { status: 400 });
  expect(await (await product.get('/rest/v1/rpc/any', { method: 'POST', body: '{}' })).json()).toEqual({
    ...refusal,
    ...said,
    details: 'name',
  });
  const past = {
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details: 'An offset of 40 was requested, but there are only 3 rows.',
    hint: null,
  };
  product.backend.rest = () => Response.json(past, { status: 416 });
  expect(await (await product.get('/rest/v1/plans')).json()).toEqual(past);
  product.backend.rest = rest;
});

test('data are in no cache, and who asks too often is told when to ask again', async () => {
  expect((await product.get('/rest/v1/plans')).headers.get('cache-control')).toBe('no-store');
  const { rest } = product.backend;
  product.backend.rest = () => Response.json({ code: 'PT429' }, { status: 429 });
  expect((await product.get('/rest/v1/rpc/any', { method: 'POST', body: '{}' })).headers.get('retry-after')).toBe('60');
  product.backend.rest = () => Response.json({ code: 'PT429' }, { status: 429, headers: { 'retry-after': '7' } });
  expect((await product.get('/rest/v1/rpc/any', { method: 'POST', body: '{}' })).headers.get('retry-after')).toBe('7');
  product.backend.rest = rest;
});

test('an answer does not repeat its address, which is as long as the client likes', async () => {
  const { rest } = product.backend;
  product.backend.rest = ({ url }) => Response.json([], { headers: { 'content-location': new URL(url).search, 'content-range': '*/*' } });
  const { headers } = await product.get(`/rest/v1/plans?columns=${'x'.repeat(4_000)}`);
  expect([headers.get('content-location'), headers.get('content-range')]).toEqual([null, '*/*']);
  product.backend.rest = rest;
});

test('a large body with a refused token is a 401, although its connection was ended', async () => {
  const { rest } = product.backend;
  const send = () =>
    product.get('/rest/v1/notes', { method: 'POST', body: 'x'.repeat(500_000), headers: { authorization: 'Bearer forged' } });
  let status = 401;
  product.backend.rest = ({ method }) => {
    if (method === 'HEAD') return new Response(null, { status });
    throw new TypeError('fetch failed');
  };
  expect((await send()).status).toBe(401);
  status = 200;
  expect((await send()).status).toBe(502);
  product.backend.rest = rest;
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

test('a file of 10,000 students fits into the one call that takes it', async () => {
  const rows = JSON.stringify({ rows: [{ first_name: 'x'.repeat(3 * bodyLimits.rest) }] });
  const status = async (name: string) =>
    (await product.get(`/rest/v1/rpc/${name}`, { method: 'POST', body: rows, headers: { 'content-type': 'application/json' } })).status;
  expect(await status('save_student')).toBe(413);
  expect(await status('import_students')).not.toBe(413);
});

test('a body that is too large for the gateway itself is a 413', async () => {
  const large = 'x'.repeat(20_000);
  for (const address of ['/_releases/reports', '/_releases/local-builds/accept'])
    expect((await product.get(address, { method: 'POST', body: large, headers: { 'content-length': '20000' } })).status).toBe(413);
});

test('robots.txt closes the signed-in area in each language, and a sitemap that a release does not have is a 404', async () => {
  const robots = await product.get('/robots.txt');
  expect([robots.status, robots.headers.get('content-type')?.toLowerCase()]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = (await robots.text()).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /dashboard', 'Disallow: /sw/login', 'Disallow: /rest/']));
  expect(lines).toContain('Sitemap: https://masomo.test/sitemap.xml');
  expect((await product.get('/sitemap.xml')).status).toBe(404);
});

test('an installed site has its manifest and its page without a network, in the name of the brand', async () => {
  const manifest = await product.get('/manifest.webmanifest');
  expect([manifest.status, await manifest.json()]).toEqual([200, { name: 'Masomo: schools' }]);
  const offline = await product.get('/offline');
  expect([offline.status, await offline.text()]).toEqual([200, '<meta charset="utf-8"><title>Masomo</title><h1>No connection</h1>']);
  expect(offline.headers.get('content-security-policy')).toContain("style-src 'sha256-");
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

import { trace } from '@opentelemetry/api';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseTrustedProxies } from '../http/clientAddress.ts';
import { startTestProduct, type TestProduct } from '../testGateway.ts';
import { readServerTiming } from './serverTiming.ts';
import { startTracing } from './startTracing.ts';
import { startTestCollector, type ReceivedSpan, type TestCollector } from './testCollector.ts';
import { contextFromHeaders } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

const log = pino({ level: 'silent' });
const action = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
const sampled = `00-${action.trace}-${action.span}-01`;
let collector: TestCollector;
let tracing: Tracing | undefined;
let product: TestProduct;
let lines: Record<string, unknown>[];

async function open(options: Partial<Parameters<typeof startTracing>[0]> = {}): Promise<void> {
  tracing = startTracing({ endpoint: `${collector.endpoint}/`, serviceName: 'school', log, delayMs: 5, ...options });
  product = await startTestProduct({
    tracing,
    log: pino(
      { level: 'info' },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    ),
  });
}
beforeEach(async () => {
  lines = [];
  collector = await startTestCollector();
});
afterEach(async () => {
  await product.end();
  await tracing?.stop();
  tracing = undefined;
  await collector.close();
});

const report = (reports: unknown) =>
  product.get('/_traces', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(reports) });
/** The spans that were sent, once the gateway has none left. */
async function sentSpans(): Promise<ReceivedSpan[]> {
  await tracing?.stop();
  return collector.spans;
}
const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

test('one save is one trace: the click in the browser, the gateway, PostgREST and the SQL transaction, each below the one before', async () => {
  await open();
  const received: (string | null)[] = [];
  product.backend.rest = (request) => {
    received.push(request.headers.get('traceparent'));
    return Response.json([], {
      headers: { 'server-timing': 'jwt;dur=0.4, parse;dur=0.1, plan;dur=0.2, transaction;dur=7.5, response;dur=0.1' },
    });
  };
  const saved = await product.get('/rest/v1/rpc/save_page?secret=1', {
    method: 'POST',
    headers: { traceparent: sampled, 'x-request-id': 'request-0001' },
    body: '{}',
  });
  expect([saved.status, saved.headers.get('server-timing'), saved.headers.get('traceparent')]).toEqual([200, null, null]);
  expect((await report([{ ...action, event: 'click', path: '/dashboard/cms', ms: 120, ago: 400 }])).status).toBe(204);

  const spans = await sentSpans();
  const [click] = named(spans, 'click');
  const [server] = named(spans, 'POST rest').filter((span) => span.attributes['masomo.request'] === 'request-0001');
  const [client] = named(spans, 'POST rest').filter((span) => span.attributes['peer.service'] === 'rest');
  const [sql] = named(spans, 'SQL transaction');
  expect(click).toMatchObject({
    service: 'school-browser',
    trace: action.trace,
    span: action.span,
    parent: undefined,
    ms: expect.closeTo(120, 1),
    attributes: { 'url.path': '/dashboard/cms' },
  });
  expect(server).toMatchObject({
    service: 'school',
    trace: action.trace,
    parent: click?.span,
    attributes: { 'http.response.status_code': 200, 'url.path': '/rest/v1/rpc/save_page' },
  });
  expect(client).toMatchObject({ trace: action.trace, parent: server?.span });
  expect(sql).toMatchObject({
    trace: action.trace,
    parent: client?.span,
    ms: expect.closeTo(7.5, 1),
    attributes: { 'db.system.name': 'postgresql' },
  });
  // PostgREST receives the same trace, with the span of the call.
  expect(received).toContain(`00-${action.trace}-${client?.span}-01`);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('a rendered page has spans of what its rendering read from the database', async () => {
  await open();
  expect((await product.get('/pricing', { headers: { traceparent: sampled } })).status).toBe(200);
  const spans = await sentSpans();
  const [server] = named(spans, 'GET document');
  expect(server).toMatchObject({ trace: action.trace, parent: action.span });
  const reads = named(spans, 'GET rest');
  expect(reads.map((span) => span.attributes['url.path'])).toContain('/rest/v1/plans');
  expect(reads.every((span) => span.parent === server?.span)).toBe(true);
  expect(lines.find((line) => line['path'] === '/pricing')).toMatchObject({ trace: action.trace });
});

test('files and load balancers make no spans; a part that is down makes a failed span', async () => {
  await open();
  for (const address of ['/healthz', '/readyz', '/registry.json', '/releases/shell/1/nothing.js']) await product.get(address);
  expect((await product.get('/functions/v1/anything', { method: 'POST' })).status).toBe(502);
  const spans = await sentSpans();
  expect(spans.map((span) => span.name)).toEqual(['POST functions', 'POST functions']);
  const [client, server] = spans;
  expect(server?.parent).toBeUndefined();
  expect(client).toMatchObject({ parent: server?.span, trace: server?.trace });
});

describe('which traces are recorded', () => {
  test('the browser decides: a trace it does not record is not sent, and the backend learns of it', async () => {
    await open({ sampler: 'parentbased_traceidratio', sampleRatio: 0.2 });
    expect(await (await product.get('/config.json')).json()).toMatchObject({ tracing: 0.2 });
    await product.get('/auth/v1/user', { headers: { traceparent: `00-${action.trace}-${action.span}-00` } });
    await product.get('/auth/v1/user', { headers: { traceparent: `00-${'c'.repeat(32)}-${action.span}-01` } });
    expect(product.backend.requests.map((request) => request.headers.get('traceparent')?.slice(-3))).toEqual(
      expect.arrayContaining(['-00', '-01']),
    );
    expect(new Set((await sentSpans()).map((span) => span.trace))).toEqual(new Set(['c'.repeat(32)]));
  });

  test('with a ratio of all, regardless of the caller', async () => {
    await open({ sampler: 'traceidratio', sampleRatio: 0 });
    await product.get('/auth/v1/user', { headers: { traceparent: sampled } });
    await report([{ ...action, event: 'click', path: '/', ms: 1, ago: 1 }]);
    expect(await sentSpans()).toEqual([]);
  });
});

test.each([
  [null],
  [{}],
  [[]],
  [[{ ...action, trace: 'A'.repeat(32), event: 'click', path: '/', ms: 1, ago: 1 }]],
  [[{ ...action, trace: '0'.repeat(32), event: 'click', path: '/', ms: 1, ago: 1 }]],
  [[{ ...action, event: 'the word typed', path: '/', ms: 1, ago: 1 }]],
  [[{ ...action, event: 'click', path: '/', ms: -1, ago: 1 }]],
  [Array.from({ length: 21 }, () => ({ ...action, event: 'click', path: '/', ms: 1, ago: 1 }))],
])('an invalid report is refused: %j', async (invalid) => {
  await open();
  expect((await report(invalid)).status).toBe(400);
});

test('an address that reports too much is limited, and its earlier reports count', async () => {
  await open();
  const statuses: number[] = [];
  for (let n = 0; n < 150; n += 1) statuses.push((await report([{ ...action, event: 'click', path: '/', ms: 1, ago: 1 }])).status);
  expect(statuses.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => 204));
  expect(statuses).toContain(429);
  expect(named(await sentSpans(), 'click').length).toBe(statuses.filter((status) => status === 204).length);
});

test('without an endpoint nothing is traced', async () => {
  product = await startTestProduct();
  expect(await (await product.get('/config.json')).json()).not.toHaveProperty('tracing');
  await product.get('/auth/v1/user');
  expect(product.backend.requests.some((request) => request.headers.has('traceparent'))).toBe(false);
  expect((await report([])).status).toBe(405);
});

const spanContextOf = (traceparent: string | null) =>
  trace.getSpanContext(contextFromHeaders(new Headers(traceparent === null ? {} : { traceparent })));

test('a traceparent header names a span', () => {
  expect(spanContextOf(sampled)).toMatchObject({ traceId: action.trace, spanId: action.span, traceFlags: 1, isRemote: true });
});

test.each([null, '', 'x', `00-${'0'.repeat(32)}-${action.span}-01`, `00-${action.trace}-${'0'.repeat(16)}-01`, `00-${action.trace}-01`])(
  '%j names no span',
  (header) => {
    expect(spanContextOf(header)).toBeUndefined();
  },
);

test('the parts of a Server-Timing header', () => {
  expect(readServerTiming('jwt;dur=0.5, cache;desc="hit", transaction;dur=3, <b>;dur=1, bad;dur=x, less;dur=-1')).toEqual([
    { name: 'jwt', ms: 0.5 },
    { name: 'transaction', ms: 3 },
  ]);
  expect(readServerTiming(null)).toEqual([]);
});

test('each address has a limit of its own', async () => {
  tracing = startTracing({ endpoint: collector.endpoint, serviceName: 'school', log, delayMs: 5 });
  product = await startTestProduct({ tracing, trustedProxies: parseTrustedProxies('1') });
  const { port, close } = await product.gateway.serve({ port: 0 });
  const reportFrom = async (address: string) => {
    const body = JSON.stringify([{ ...action, event: 'click', path: '/', ms: 1, ago: 1 }]);
    return (await fetch(`http://127.0.0.1:${port}/_traces`, { method: 'POST', body, headers: { 'x-forwarded-for': address } })).status;
  };
  const busy = await Promise.all(Array.from({ length: 121 }, () => reportFrom('203.0.113.1')));
  expect(busy.filter((status) => status === 204)).toHaveLength(120);
  expect(await reportFrom('203.0.113.2')).toBe(204);
  await close();
});

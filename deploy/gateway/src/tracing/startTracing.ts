import { AsyncLocalStorage } from 'node:async_hooks';
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { SamplerName } from './samplers.ts';
import { readServerTiming } from './serverTiming.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

export type TracingOptions = {
  /** Of an OpenTelemetry collector, Jaeger or Tempo; spans go to `<endpoint>/v1/traces` as OTLP over HTTP. */
  endpoint: string;
  serviceName: string;
  sampler?: SamplerName;
  /** Of a sampler by share, 0 to 1. */
  share?: number;
  log: Logger;
  /** How long spans may be gathered before they are sent, in milliseconds. */
  delay?: number;
};

/** Ids that were made elsewhere, for spans that are written down here. */
function givenIds() {
  const next = { trace: '', span: '' };
  return { next, generator: { generateTraceId: () => next.trace, generateSpanId: () => next.span } };
}

const failed = (span: Span, status: number) => {
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Sends spans of requests, of the parts behind them and of the browsers' actions to an OpenTelemetry endpoint. */
export function startTracing({
  endpoint,
  serviceName,
  sampler: name = 'parentbased_always_on',
  share = 1,
  log,
  delay = 2_000,
}: TracingOptions): Tracing {
  diag.setLogger(
    {
      error: (text) => log.warn({ tracing: text }, 'spans could not be sent'),
      warn: (text) => log.warn({ tracing: text }, 'tracing'),
      info() {},
      debug() {},
      verbose() {},
    },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const own: Sampler = name.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
  const followsParent = name.startsWith('parentbased_');
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 }),
    scheduledDelayMillis: delay,
  });
  const tracerOf = (service: string, sampler: Sampler, idGenerator?: ReturnType<typeof givenIds>['generator']) =>
    new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler,
      spanProcessors: [processor],
      ...(idGenerator ? { idGenerator } : {}),
    }).getTracer('masomo');
  const tracer = tracerOf(serviceName, followsParent ? new ParentBasedSampler({ root: own }) : own);
  const browserIds = givenIds();
  // Whether its trace is kept was decided where it began.
  const browser = tracerOf(`${serviceName}-browser`, followsParent ? new AlwaysOnSampler() : own, browserIds.generator);
  /** What is being answered by whatever runs now. */
  const current = new AsyncLocalStorage<Context>();

  /** PostgREST says how its time passed: the transaction is the SQL. */
  function writeTimings(parent: Context, header: string | null, answeredAt: number): void {
    const timings = readServerTiming(header);
    let at = answeredAt - timings.reduce((sum, { ms }) => sum + ms, 0);
    for (const { name: part, ms } of timings) {
      const isSql = part === 'transaction';
      const span = tracer.startSpan(
        isSql ? 'SQL transaction' : `PostgREST ${part}`,
        {
          startTime: at,
          kind: isSql ? SpanKind.CLIENT : SpanKind.INTERNAL,
          ...(isSql ? { attributes: { 'db.system.name': 'postgresql' } } : {}),
        },
        parent,
      );
      at += ms;
      span.end(at);
    }
  }

  return {
    sampleRatio: followsParent ? share : 1,
    async traceRequest(request, { kind, path, id }, answer) {
      const parent = readTraceparent(request.headers.get('traceparent'));
      const span = tracer.startSpan(
        `${request.method} ${kind}`,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method, 'url.path': path, 'masomo.request': id } },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      try {
        const status = await current.run(trace.setSpan(ROOT_CONTEXT, span), () => answer(span.spanContext().traceId));
        span.setAttribute('http.response.status_code', status);
        failed(span, status);
      } finally {
        span.end();
      }
    },
    async traceBackendCall(part, request, fetcher) {
      const parent = current.getStore();
      if (!parent) return fetcher(request);
      const { pathname } = new URL(request.url);
      const span = tracer.startSpan(
        `${request.method} ${part}`,
        { kind: SpanKind.CLIENT, attributes: { 'http.request.method': request.method, 'url.path': pathname, 'peer.service': part } },
        parent,
      );
      const within = trace.setSpan(parent, span);
      request.headers.set('traceparent', writeTraceparent(span.spanContext()));
      try {
        const answer = await current.run(within, async () => fetcher(request));
        span.setAttribute('http.response.status_code', answer.status);
        failed(span, answer.status);
        writeTimings(within, answer.headers.get('server-timing'), Date.now());
        const headers = new Headers(answer.headers);
        headers.delete('server-timing');
        return new Response(answer.body, { status: answer.status, headers });
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    recordBrowserAction({ trace: traceId, span: spanId, event, path, ms, ago }) {
      browserIds.next.trace = traceId;
      browserIds.next.span = spanId;
      const startTime = Date.now() - ago;
      browser.startSpan(event, { startTime, attributes: { 'url.path': path } }, ROOT_CONTEXT).end(startTime + ms);
    },
    stop: () => processor.shutdown(),
  };
}

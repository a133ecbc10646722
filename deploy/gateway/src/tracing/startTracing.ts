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
import { addTraceHeaders, contextFromHeaders } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

type TracingOptions = {
  /** Address of an OpenTelemetry collector, Jaeger or Tempo; spans go to `<endpoint>/v1/traces` as OTLP over HTTP. */
  endpoint: string;
  serviceName: string;
  sampler?: SamplerName;
  /** Ratio of a sampler by ratio, 0 to 1. */
  sampleRatio?: number;
  log: Logger;
  /** How long spans are collected before they are sent. */
  delayMs?: number;
};

/** An id generator for spans whose ids the browser made. */
function createGivenIds() {
  const next = { trace: '', span: '' };
  return { next, generator: { generateTraceId: () => next.trace, generateSpanId: () => next.span } };
}

const setErrorStatus = (span: Span, status: number) => {
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Sends spans of requests, of the parts behind them and of the browsers' actions to an OpenTelemetry endpoint. */
export function startTracing({
  endpoint,
  serviceName,
  sampler: name = 'parentbased_always_on',
  sampleRatio = 1,
  log,
  delayMs = 2_000,
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
  const rootSampler: Sampler = name.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(sampleRatio) : new AlwaysOnSampler();
  const followsParent = name.startsWith('parentbased_');
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 }),
    scheduledDelayMillis: delayMs,
  });
  const createTracer = (service: string, sampler: Sampler, idGenerator?: ReturnType<typeof createGivenIds>['generator']) =>
    new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler,
      spanProcessors: [processor],
      ...(idGenerator ? { idGenerator } : {}),
    }).getTracer('masomo');
  const tracer = createTracer(serviceName, followsParent ? new ParentBasedSampler({ root: rootSampler }) : rootSampler);
  const browserIds = createGivenIds();
  // With a parent-based sampler the browser has already decided that its trace is recorded.
  const browserSampler = followsParent ? new AlwaysOnSampler() : rootSampler;
  const browserTracer = createTracer(`${serviceName}-browser`, browserSampler, browserIds.generator);
  /** The span of the request being handled. */
  const current = new AsyncLocalStorage<Context>();

  /** Makes spans of PostgREST's own timings; its "transaction" is the time spent in SQL. */
  function recordTimings(parent: Context, header: string | null, respondedAt: number): void {
    const timings = readServerTiming(header);
    let at = respondedAt - timings.reduce((sum, { ms }) => sum + ms, 0);
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
    sampleRatio: followsParent ? sampleRatio : 1,
    async traceRequest(request, { kind, path, id }, handle) {
      const span = tracer.startSpan(
        `${request.method} ${kind}`,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method, 'url.path': path, 'masomo.request': id } },
        contextFromHeaders(request.headers),
      );
      try {
        const status = await current.run(trace.setSpan(ROOT_CONTEXT, span), () => handle(span.spanContext().traceId));
        span.setAttribute('http.response.status_code', status);
        setErrorStatus(span, status);
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
      const context = trace.setSpan(parent, span);
      addTraceHeaders(request.headers, context);
      try {
        const response = await current.run(context, async () => fetcher(request));
        span.setAttribute('http.response.status_code', response.status);
        setErrorStatus(span, response.status);
        recordTimings(context, response.headers.get('server-timing'), Date.now());
        const headers = new Headers(response.headers);
        headers.delete('server-timing');
        return new Response(response.body, { status: response.status, headers });
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
      browserTracer.startSpan(event, { startTime, attributes: { 'url.path': path } }, ROOT_CONTEXT).end(startTime + ms);
    },
    stop: () => processor.shutdown(),
  };
}

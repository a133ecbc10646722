import type { SpanContext } from '@opentelemetry/api';

const form = /^[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})/;

/** The span that a request's `traceparent` names (W3C Trace Context), if it names one. */
export function readTraceparent(header: string | null): SpanContext | null {
  const [, traceId, spanId, flags = ''] = form.exec(header ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } : null;
}

/** The header that has another part continue a span. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

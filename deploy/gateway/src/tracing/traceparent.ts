import { ROOT_CONTEXT, type Context } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

const propagator = new W3CTraceContextPropagator();

/** The context of the span that a request's `traceparent` header names (W3C Trace Context); the root context if it names none. */
export function contextFromHeaders(headers: Headers): Context {
  return propagator.extract(ROOT_CONTEXT, headers, {
    get: (carrier, name) => carrier.get(name) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
}

/** Sets the headers that make the receiver continue the context's span. */
export function addTraceHeaders(headers: Headers, context: Context): void {
  propagator.inject(context, headers, { set: (carrier, name, value) => carrier.set(name, value) });
}

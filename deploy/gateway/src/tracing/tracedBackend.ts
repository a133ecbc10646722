import type { Backend, Fetcher } from '../backend.ts';
import type { Tracing } from './tracing.ts';

/** The same backend, with a span around every call for a traced request. */
export function tracedBackend(backend: Backend, tracing: Tracing): Backend {
  const traced =
    (part: 'auth' | 'rest' | 'storage' | 'functions'): Fetcher =>
    (request) =>
      tracing.traceBackendCall(part, request, backend[part]);
  return { ...backend, auth: traced('auth'), rest: traced('rest'), storage: traced('storage'), functions: traced('functions') };
}

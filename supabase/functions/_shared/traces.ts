import { AsyncLocalStorage } from 'node:async_hooks';

/** `traceparent` header of the current request. */
const currentTrace = new AsyncLocalStorage<string>();

/** Serves a function and propagates the trace of each request to its database calls. */
export function serve(handler: (request: Request) => Promise<Response>): void {
  Deno.serve((request) => {
    const trace = request.headers.get('traceparent');
    return trace === null ? handler(request) : currentTrace.run(trace, () => handler(request));
  });
}

/** A `fetch` for database clients that adds the current trace. */
export const tracedFetch: typeof fetch = (input, init) => {
  const trace = currentTrace.getStore();
  if (trace === undefined) return fetch(input, init);
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('traceparent', trace);
  return fetch(input, { ...init, headers });
};

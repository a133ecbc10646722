import { AsyncLocalStorage } from 'node:async_hooks';

/** The trace of the request that is being answered, as its header names it. */
const currentTrace = new AsyncLocalStorage<string>();

/** Serves a function. What it asks of the database belongs to the trace of the request, if that has one. */
export function serve(handler: (request: Request) => Promise<Response>): void {
  Deno.serve((request) => {
    const trace = request.headers.get('traceparent');
    return trace === null ? handler(request) : currentTrace.run(trace, () => handler(request));
  });
}

/** `fetch` for clients of the database. */
export const tracedFetch: typeof fetch = (input, init) => {
  const trace = currentTrace.getStore();
  if (trace === undefined) return fetch(input, init);
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('traceparent', trace);
  return fetch(input, { ...init, headers });
};

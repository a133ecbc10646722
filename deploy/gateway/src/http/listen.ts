import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';

export type Listening = {
  port: number;
  /** Takes no further connection and resolves once what is under way is answered, at the latest after `limit` milliseconds. */
  close(limit?: number): Promise<void>;
};
type Handler = (request: Request, env: HttpBindings) => Response | Promise<Response>;

const closeLimit = 2_000;

/** Serves HTTP/1.1. Rejects when the port cannot be taken. */
export function listen(handler: Handler, port: number, host: string): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request, env) => handler(request, env as HttpBindings) }) as Server;
  // Longer than any browser keeps an idle connection, so that it is never closed under a request.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 80_000;
  // HTTP/1.1 keeps connections without being told; the words would go out with every answer.
  server.prependListener('request', (_request, answer) => answer.removeHeader('connection'));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, close: (limit = closeLimit) => close(server, limit) });
    });
  });
}

function close(server: Server, limit: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), limit);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

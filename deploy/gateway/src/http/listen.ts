import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';

export type Listening = {
  port: number;
  /** Accepts no further connection and resolves once pending requests are answered, or closes them after `timeoutMs`. */
  close(timeoutMs?: number): Promise<void>;
};
type Handler = (request: Request, env: HttpBindings) => Response | Promise<Response>;

const defaultCloseTimeoutMs = 2_000;

/** Serves HTTP/1.1. Rejects when the port cannot be bound. */
export function listen(handler: Handler, port: number, host: string): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request, env) => handler(request, env as HttpBindings) }) as Server;
  // Longer than any browser keeps an idle connection, so that it is never closed under a request.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 80_000;
  // HTTP/1.1 connections persist by default; the header would only add bytes to every response.
  server.prependListener('request', (request, response) => {
    response.removeHeader('connection');
    response.once('finish', () => readRest(request));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        close: (timeoutMs = defaultCloseTimeoutMs) => close(server, timeoutMs),
      });
    });
  });
}

/**
 * Reads what is left of a body that was refused before it was read. Otherwise the connection is closed half a second later, under the
 * next request on it: behind a proxy that is somebody else's, and is answered with 502.
 */
function readRest(request: IncomingMessage): void {
  if (request.readableEnded) return;
  // What a reader that has stopped would take keeps the stream waiting for it.
  request.removeAllListeners('data');
  request.resume();
}

function close(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** A document without its scripts and their addresses; what stays is what a visitor sees. */
const withoutScripts = (html: string) => html.replaceAll(/<script.*?<\/script>|<link rel="masomo-start"[^>]*>/gs, '');

/** Serves these pages of a product without any script, and everything else as the product does. */
export async function serveStaticTwin(origin: string, paths: readonly string[]): Promise<{ port: number; close(): Promise<void> }> {
  const pages = new Map<string, { body: Buffer; headers: IncomingHttpHeaders }>();
  for (const path of paths) {
    const response = await fetch(origin + path);
    const body = brotliCompressSync(withoutScripts(await response.text()));
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': String(body.length) };
    pages.set(path, { body, headers: { 'content-security-policy': response.headers.get('content-security-policy') ?? '', ...headers } });
  }
  const server = createServer((incoming, outgoing) => {
    const page = pages.get(incoming.url ?? '');
    if (page) return void outgoing.writeHead(200, page.headers).end(page.body);
    const forwarded = request(
      origin + (incoming.url ?? ''),
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

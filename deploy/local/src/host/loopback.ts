import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type Fetcher } from '@masomo/gateway/backend';
import { hasLoopbackName } from '@masomo/gateway/http/loopbackName';

/** Serves each service under the first segment of the path, on the given port of the loopback address or a free one. */
export async function listenOnLoopback(services: Record<string, Fetcher>, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const server = createAdaptorServer({
    fetch: (request) =>
      // A page of another site whose name leads to this machine sends that name.
      (hasLoopbackName(request.url) ? services[new URL(request.url).pathname.split('/')[1] ?? '']?.(request) : undefined) ??
      Response.json({ message: 'There is no such service.' }, { status: 404 }),
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

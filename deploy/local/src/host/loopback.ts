import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type Fetcher } from '@masomo/gateway/backend';

/** Puts services on a free port, or the one given, of the loopback address, by the first part of the path. Edge functions reach them there. */
export async function listenOnLoopback(services: Record<string, Fetcher>, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const server = createAdaptorServer({
    fetch: (request) =>
      services[new URL(request.url).pathname.split('/')[1] ?? '']?.(request) ??
      Response.json({ message: 'There is no such service.' }, { status: 404 }),
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The services have no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

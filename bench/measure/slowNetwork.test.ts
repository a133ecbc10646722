import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openSlowNetwork } from './slowNetwork.ts';

async function serve(body: Buffer): Promise<number> {
  const server = createHttpServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('delivers the response intact, no faster than handshake, round trip and bandwidth allow', async () => {
  const body = Buffer.alloc(40_000, 'x');
  const network = await openSlowNetwork({ port: await serve(body), roundTripMs: 40, downKbps: 1600 });
  onTestFinished(() => network.close());
  const startedAt = performance.now();
  const received = Buffer.from(await (await fetch(`http://127.0.0.1:${network.port}/`)).arrayBuffer());
  // 40 ms for the handshake, 40 for the request, 200 for 40,000 bytes; timers may fire slightly early.
  expect(performance.now() - startedAt).toBeGreaterThan(270);
  expect(received.equals(body)).toBe(true);
});

test('closes the connection when the server is unreachable', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const network = await openSlowNetwork({ port, roundTripMs: 1 });
  onTestFinished(() => network.close());
  await expect(fetch(`http://127.0.0.1:${network.port}/`)).rejects.toThrow();
});

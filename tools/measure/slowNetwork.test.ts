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

test('what crosses the line is whole, and takes no less than handshake, request and bandwidth', async () => {
  const body = Buffer.alloc(40_000, 'x');
  const network = await openSlowNetwork({ port: await serve(body), roundTripMs: 40, downKbps: 1600 });
  onTestFinished(() => network.close());
  const startedAt = performance.now();
  const received = Buffer.from(await (await fetch(`http://127.0.0.1:${network.port}/`)).arrayBuffer());
  // 40 ms for the handshake, 40 for the question, 200 for 40,000 bytes; timers may fire a moment early.
  expect(performance.now() - startedAt).toBeGreaterThan(270);
  expect(received.equals(body)).toBe(true);
});

test('a server that is not there ends the connection', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const line = await openSlowNetwork({ port: port, roundTripMs: 1 });
  onTestFinished(() => line.close());
  await expect(fetch(`http://127.0.0.1:${line.port}/`)).rejects.toThrow();
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createVirusScan } from './virusScan.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A daemon that reads the protocol of `INSTREAM` and answers by what it was sent. */
async function daemon(answer: (content: Buffer) => string): Promise<string> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const command = received.indexOf(0);
      if (command < 0) return;
      const parts: Buffer[] = [];
      for (let at = command + 1; at + 4 <= received.length;) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          socket.end(received.subarray(0, command).toString() === 'zINSTREAM' ? answer(Buffer.concat(parts)) : 'UNKNOWN COMMAND\0');
          return;
        }
        parts.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const file = (text: string, times = 1) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let n = 0; n < times; n += 1) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
const clamav = () => daemon((content) => (content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'));

it('a clean file passes, in whatever pieces it comes', async () => {
  const scan = createVirusScan(await clamav(), () => undefined);
  await expect(scan(file('x'.repeat(70_000), 40))).resolves.toBeUndefined();
  await expect(scan(file('', 0))).resolves.toBeUndefined();
});

it('a file with malware is refused by its name', async () => {
  const scan = createVirusScan(await clamav(), () => undefined);
  await expect(scan(file('...EICAR...'))).rejects.toMatchObject({ status: 400, message: expect.stringContaining('Eicar-Test-Signature') });
});

it.each([
  ['is not there', async () => '127.0.0.1:1'],
  ['has no socket', async () => '/nonexistent/clamd.ctl'],
  ['refuses the size', () => daemon(() => 'INSTREAM size limit exceeded. ERROR\0')],
  ['says nothing', () => daemon(() => '')],
])('no file is taken while the daemon %s', async (_name, address) => {
  const errors: unknown[] = [];
  const scan = createVirusScan(await address(), (error) => errors.push(error));
  await expect(scan(file('hello'))).rejects.toMatchObject({ status: 503 });
  expect(errors).toHaveLength(1);
});

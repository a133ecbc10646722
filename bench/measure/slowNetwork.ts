import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

const segmentBytes = 1460;
const initialWindowBytes = 10 * segmentBytes;

export type SlowNetworkOptions = {
  /** Loopback port of the server behind the slow network. */
  port: number;
  /** Round-trip time. */
  roundTripMs?: number;
  /** Bandwidth towards the browser in kilobits per second, shared by all its connections as on a phone. */
  downKbps?: number;
  upKbps?: number;
};

/** One direction of the network; the returned function gives the time at which bytes sent now are through. */
function sharedLine(kbps: number): (bytes: number) => number {
  let freeAt = 0;
  return (bytes) => {
    freeAt = Math.max(performance.now(), freeAt) + (bytes * 8) / kbps;
    return freeAt;
  };
}

const waitUntil = (time: number) =>
  new Promise<void>((resolve) => {
    const left = time - performance.now();
    if (left <= 0) resolve();
    else setTimeout(resolve, left);
  });

/** TCP slow start: an initial window of ten segments that grows by every acknowledged byte. */
function congestionWindow() {
  let size = initialWindowBytes;
  const inFlight: { bytes: number; acknowledgedAt: number }[] = [];
  const settle = () => {
    while (inFlight[0] && inFlight[0].acknowledgedAt <= performance.now()) size += inFlight.shift()?.bytes ?? 0;
  };
  return {
    async waitForRoom(bytes: number): Promise<void> {
      for (settle(); inFlight[0] && inFlight.reduce((sum, sent) => sum + sent.bytes, bytes) > size; settle())
        await waitUntil(inFlight[0].acknowledgedAt);
    },
    sent(bytes: number, acknowledgedAt: number): void {
      inFlight.push({ bytes, acknowledgedAt });
    },
  };
}

async function forward(from: Socket, to: Socket, line: (bytes: number) => number, delay: number): Promise<void> {
  const window = congestionWindow();
  let delivered = Promise.resolve();
  for await (const chunk of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += segmentBytes) {
      const piece = chunk.subarray(at, at + segmentBytes);
      await window.waitForRoom(piece.length);
      const arrivesAt = line(piece.length) + delay;
      window.sent(piece.length, arrivesAt + delay);
      delivered = delivered
        .then(() => waitUntil(arrivesAt))
        .then(() => {
          if (!to.destroyed) to.write(piece);
        });
    }
  }
  await delivered;
  to.end();
}

/**
 * Simulates a slow network in front of a loopback server: round-trip time (also of the handshake), bandwidth per direction and TCP
 * slow start. The defaults emulate a phone on slow 4G (150 ms, 1.6 Mbit/s).
 */
export async function openSlowNetwork({
  port,
  roundTripMs = 150,
  downKbps = 1600,
  upKbps = 750,
}: SlowNetworkOptions): Promise<{ port: number; close(): Promise<void> }> {
  const [down, up] = [sharedLine(downKbps), sharedLine(upKbps)];
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (browser) => {
    const origin = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [browser, origin]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => [browser, origin].forEach((end) => end.destroy()));
    }
    setTimeout(() => {
      const failed = () => [browser, origin].forEach((end) => end.destroy());
      forward(browser, origin, up, roundTripMs / 2).catch(failed);
      forward(origin, browser, down, roundTripMs / 2).catch(failed);
    }, roundTripMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

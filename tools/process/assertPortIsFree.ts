import { createServer } from 'node:net';
import { isAddressUnavailable, localhostAddresses } from '../product/serveLocalhost.ts';

/** Throws one line when a port of the loopback addresses is in use. */
export async function assertPortIsFree(port: number): Promise<void> {
  for (const host of localhostAddresses) {
    await listenBriefly(port, host).catch((error: NodeJS.ErrnoException) => {
      if (isAddressUnavailable(error)) return;
      if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`);
      throw new Error(`Port ${port} cannot be used: ${error.message}. Set PORT to another one.`);
    });
  }
}

function listenBriefly(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host, ipv6Only: true }, () => probe.close(() => resolve()));
  });
}

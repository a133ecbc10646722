import type { Gateway, Listening } from '@masomo/gateway';

/** The addresses that `localhost` resolves to; a machine without IPv6 has only the first. */
export const localhostAddresses = ['127.0.0.1', '::1'] as const;

/** Whether a machine could not listen because it does not have the address. */
export const isAddressUnavailable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');

/** Serves `http://localhost:<port>`, reachable from this machine only. */
export async function serveLocalhost(gateway: Gateway, port: number): Promise<{ close(): Promise<void> }> {
  const listening: Listening[] = [];
  for (const host of localhostAddresses) {
    try {
      listening.push(await gateway.serve({ port, host }));
    } catch (error) {
      if (isAddressUnavailable(error)) continue;
      for (const open of listening) await open.close();
      throw error;
    }
  }
  return {
    async close() {
      await Promise.all(listening.map((open) => open.close()));
    },
  };
}

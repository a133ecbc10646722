/** Addresses that a remote's table of screens routes, as `'/address': lazyScreen(...)`. */
const routedIn = (table: string) => [...table.matchAll(/'([^']*)': lazyScreen\(/g)].map(([, address = '']) => address);

/**
 * Addresses of a manifest that its remote has no screen for, there or below: people who choose one from the menu would land
 * elsewhere. The table names them whole, or from the first of them on.
 */
export function screensWithoutRoute(addresses: readonly string[], table: string): string[] {
  const home = addresses[0] ?? '';
  const routed = routedIn(table).flatMap((address) => [address, home + address]);
  return addresses.filter((screen) => !routed.some((address) => address === screen || address.startsWith(`${screen}/`)));
}

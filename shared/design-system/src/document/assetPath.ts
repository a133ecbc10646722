/**
 * The path of a bundled file. Browser builds know whole addresses and server builds paths; a style that both write must
 * be the same text, or it is inserted twice.
 */
export function assetPath(address: string): string {
  return new URL(address, 'http://localhost').pathname;
}

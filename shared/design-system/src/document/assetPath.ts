/**
 * The path of a bundled file. Browser builds have full URLs and server builds have paths; a style rendered by both
 * must be identical, or it is inserted twice.
 */
export function assetPath(address: string): string {
  return new URL(address, 'http://localhost').pathname;
}

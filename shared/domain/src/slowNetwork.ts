/** On a phone's slow 4G, the largest script alone takes longer. */
const slowScriptMs = 700;

/**
 * Whether this page's scripts came over a slow network, so that what the first screen can do without has to wait. Scripts from the
 * browser's cache take no time. Where it cannot be told, the network is not slow.
 */
export function isNetworkSlow(): boolean {
  const { getEntriesByType } = performance as Partial<Performance>;
  return (getEntriesByType?.call(performance, 'resource') ?? []).some(
    ({ name, duration }) => name.endsWith('.js') && duration > slowScriptMs,
  );
}

/**
 * What a CDN may do with a public document. Browsers revalidate on every visit (`cache-control: no-cache`); the CDN answers from its
 * cache for two seconds, so a page costs the gateway one request per location in that time, and a publication shows within the
 * promised five seconds without a purge. While the gateways are down, the last good page is served for a day. `surrogate-key` names
 * what to purge by hand. Without a proxy in front these headers are left out: they would use up room in the 14.6 KB of a
 * connection's first flight.
 */
export const cdnHeaders = {
  'cdn-cache-control': 'public, max-age=2, stale-if-error=86400',
  'surrogate-key': 'documents',
} as const;

/**
 * What a CDN may do with a public document. Browsers ask every time (`cache-control: no-cache`) and are told 304; the CDN
 * answers them by itself for two seconds, so a page costs the gateway one request per place in that time however many
 * read it, and what is published is seen within the five seconds that are promised, without a purge. While the gateways
 * are away the last good page is served for a day. `surrogate-key` names what to purge by hand. Without a proxy in front
 * they are not sent: the first answer of a connection has room for 14.6 KB, and a visitor has no use for them.
 */
export const cdnHeaders = {
  'cdn-cache-control': 'public, max-age=2, stale-if-error=86400',
  'surrogate-key': 'documents',
} as const;

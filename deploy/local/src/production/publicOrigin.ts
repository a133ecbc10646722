import { hasLoopbackName } from '@masomo/gateway/http/loopbackName';

/** Names and addresses that only a network of one's own resolves: one word, the endings kept for it, and private addresses. */
const networkHost =
  /^(?:[^.:]+|.+\.(?:lan|local|internal|home\.arpa)|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[f[cd].*\])$/;

/**
 * Whether people reach this installation from other machines. It then runs in production mode: no developer tools, no simulated
 * providers, no demonstration accounts, and TLS in front.
 */
export function isPublicOrigin(origin: string): boolean {
  return !hasLoopbackName(origin);
}

/** Whether only a school's own network reaches it, where no authority gives a certificate by itself: it may be without https. */
export function isNetworkOrigin(origin: string): boolean {
  return isPublicOrigin(origin) && networkHost.test(new URL(origin).hostname);
}

import { LRUCache } from 'lru-cache';
import { networkOf } from '@masomo/domain/networkOf';
import { tooMany } from './errors.ts';

/** A token bucket: `burst` is its capacity, `perMs` the tokens it gains per millisecond. */
export type Limit = { burst: number; perMs: number };

const minutes = 60_000;
/** Limits of a client's network: a school at eight in the morning and all families of a mobile network share an address. */
export const defaultLimits = {
  // Wrong passwords, codes, links and tokens; right ones count nowhere.
  miss: { burst: 100, perMs: 60 / (5 * minutes) },
  // Requests that send a mail.
  mail: { burst: 60, perMs: 60 / (5 * minutes) },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof defaultLimits;

/** Minimum time between two mails of a kind to one address. */
const mailIntervalMs = 60_000;
const maxEntries = 10_000;

export type RateLimits = {
  /** Throws 429 when the bucket of the limit `name` is empty for the network of an IP address. */
  check(name: LimitName, address: string): void;
  /** The same, and consumes a token. */
  consume(name: LimitName, address: string): void;
  /** Records that a mail of a kind goes to an address; throws 429 when the last one is less than a minute old. */
  consumeMail(kind: string, email: string): void;
};

/**
 * Creates in-memory rate limits, which a restart resets. Token buckets as in hosted Supabase, with an injected clock;
 * rate-limiter-flexible has fixed windows only, which would allow a whole window's requests at once.
 */
export function createRateLimits(now: () => Date, limits: Record<LimitName, Limit> = defaultLimits): RateLimits {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxEntries });
  const lastMails = new LRUCache<string, number>({ max: maxEntries });
  function take(name: LimitName, address: string, taken: number): void {
    const { burst, perMs } = limits[name];
    const at = now().getTime();
    const key = `${name} ${networkOf(address)}`;
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, bucket.tokens + (at - bucket.at) * perMs);
    if (tokens < 1) throw tooMany('over_request_rate_limit', 'Request rate limit reached', (1 - tokens) / perMs);
    buckets.set(key, { tokens: tokens - taken, at });
  }
  return {
    check: (name, address) => take(name, address, 0),
    consume: (name, address) => take(name, address, 1),
    consumeMail(kind, email) {
      const at = now().getTime();
      const key = `${kind} ${email.toLowerCase()}`;
      const elapsedMs = at - (lastMails.get(key) ?? -Infinity);
      if (elapsedMs < mailIntervalMs) {
        const waitMs = mailIntervalMs - elapsedMs;
        const seconds = Math.ceil(waitMs / 1000);
        throw tooMany('over_email_send_rate_limit', `For security purposes, you can only request this after ${seconds} seconds.`, waitMs);
      }
      lastMails.set(key, at);
    },
  };
}

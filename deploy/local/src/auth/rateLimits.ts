import { LRUCache } from 'lru-cache';
import { tooMany } from './errors.ts';

/** A token bucket: `burst` is its capacity, `perMs` the tokens it gains per millisecond. */
export type Limit = { burst: number; perMs: number };

const minutes = 60_000;
/** The limits of hosted Supabase, per client IP address. */
export const defaultLimits = {
  token: { burst: 30, perMs: 150 / (5 * minutes) },
  verify: { burst: 30, perMs: 30 / (5 * minutes) },
  factor: { burst: 30, perMs: 15 / minutes },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof defaultLimits;

/** Minimum time between two mails of a kind to one address. */
const mailIntervalMs = 60_000;
const maxEntries = 10_000;

export type RateLimits = {
  /** Consumes a token of the limit `name` for an IP address; throws 429 when the bucket is empty. */
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
  return {
    consume(name, address) {
      const { burst, perMs } = limits[name];
      const at = now().getTime();
      const key = `${name} ${address}`;
      const bucket = buckets.get(key) ?? { tokens: burst, at };
      const tokens = Math.min(burst, bucket.tokens + (at - bucket.at) * perMs);
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      if (tokens < 1) throw tooMany('over_request_rate_limit', 'Request rate limit reached');
    },
    consumeMail(kind, email) {
      const at = now().getTime();
      const key = `${kind} ${email.toLowerCase()}`;
      const elapsedMs = at - (lastMails.get(key) ?? -Infinity);
      if (elapsedMs < mailIntervalMs) {
        const seconds = Math.ceil((mailIntervalMs - elapsedMs) / 1000);
        throw tooMany('over_email_send_rate_limit', `For security purposes, you can only request this after ${seconds} seconds.`);
      }
      lastMails.set(key, at);
    },
  };
}

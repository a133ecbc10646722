import { tooMany } from './errors.ts';

/** A bucket that holds `burst` permits and gains `perMs` permits each millisecond. */
export type Limit = { burst: number; perMs: number };

const minutes = 60_000;
/** The limits of hosted Supabase, per client address. */
export const defaultLimits = {
  token: { burst: 30, perMs: 150 / (5 * minutes) },
  verify: { burst: 30, perMs: 30 / (5 * minutes) },
  factor: { burst: 30, perMs: 15 / minutes },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof defaultLimits;

/** One mail to one address at most this often. */
const mailIntervalMs = 60_000;
const maxEntries = 10_000;

export type RateLimits = {
  /** Takes a permit of `name` for this address, or throws 429. */
  consume(name: LimitName, address: string): void;
  /** Notes that a mail of a kind goes to an address; throws 429 when the last one was less than a minute ago. */
  consumeMail(kind: string, email: string): void;
};

/** Limits kept in memory; a restart forgets them. */
export function createRateLimits(now: () => Date, limits: Record<LimitName, Limit> = defaultLimits): RateLimits {
  const buckets = new Map<string, { permits: number; at: number }>();
  const mails = new Map<string, number>();
  return {
    consume(name, address) {
      const { burst, perMs } = limits[name];
      const at = now().getTime();
      const key = `${name} ${address}`;
      const bucket = buckets.get(key) ?? { permits: burst, at };
      const permits = Math.min(burst, bucket.permits + (at - bucket.at) * perMs);
      forgetOldest(buckets);
      buckets.delete(key);
      buckets.set(key, { permits: permits >= 1 ? permits - 1 : permits, at });
      if (permits < 1) throw tooMany('over_request_rate_limit', 'Request rate limit reached');
    },
    consumeMail(kind, email) {
      const at = now().getTime();
      const key = `${kind} ${email.toLowerCase()}`;
      const last = mails.get(key);
      if (last !== undefined && at - last < mailIntervalMs) {
        const seconds = Math.ceil((mailIntervalMs - (at - last)) / 1000);
        throw tooMany('over_email_send_rate_limit', `For security purposes, you can only request this after ${seconds} seconds.`);
      }
      forgetOldest(mails);
      mails.delete(key);
      mails.set(key, at);
    },
  };
}

function forgetOldest(entries: Map<string, unknown>): void {
  if (entries.size < maxEntries) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}

import { currencies, defaultKesPerUsd, type Currency } from './money.ts';
import { timings } from './timings.ts';

/** Names under which the browser keeps the visitor's currency and the last rate seen. */
export const currencyStorage = { currency: 'preferredCurrency', rate: 'exchangeRate', timestamp: 'exchangeRateTimestamp' } as const;

/** Shillings for one dollar, and when the rate was fetched (milliseconds since 1970); null when it is the built-in one. */
export type ExchangeRate = { kesPerUsd: number; fetchedAt: number | null };

/** Used until any rate is known. */
export const defaultExchangeRate: ExchangeRate = { kesPerUsd: defaultKesPerUsd, fetchedAt: null };

/** The stored choice, or shillings. */
export function parseCurrency(stored: string | null | undefined): Currency {
  return currencies.find((currency) => currency === stored) ?? 'KES';
}

/** The rate a browser kept, or undefined when there is none that makes sense. */
export function parseStoredRate(rate: string | null, timestamp: string | null): ExchangeRate | undefined {
  const kesPerUsd = Number(rate);
  const fetchedAt = Number(timestamp);
  if (!rate || !(kesPerUsd > 0) || !Number.isFinite(kesPerUsd)) return undefined;
  return { kesPerUsd, fetchedAt: timestamp && Number.isFinite(fetchedAt) ? fetchedAt : null };
}

/** A rate is stale an hour after it was fetched. */
export function isRateStale(rate: ExchangeRate, now: number): boolean {
  return rate.fetchedAt === null || now - rate.fetchedAt > timings.exchangeRateMaxAge;
}

/** `1 USD = 129.79 KES` */
export function formatRate(rate: ExchangeRate): string {
  return `1 USD = ${rate.kesPerUsd.toFixed(2)} KES`;
}

/** How old a rate is, in words: `updated 5 minutes ago`. */
export function rateAge(rate: ExchangeRate, now: number): string {
  if (rate.fetchedAt === null) return 'standard rate';
  const minutes = Math.max(0, Math.floor((now - rate.fetchedAt) / 60_000));
  if (minutes < 1) return 'updated just now';
  if (minutes < 60) return `updated ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `updated ${hours} ${hours === 1 ? 'hour' : 'hours'} ago`;
  return `updated ${Math.floor(hours / 24)} days ago`;
}

import { currencies, defaultKesPerUsd, type Currency } from './money.ts';
import { timings } from './timings.ts';
import { sentence, type Sentence } from './sentences.ts';

/** Keys in local storage of the visitor's currency and the last exchange rate. */
export const currencyStorage = { currency: 'preferredCurrency', rate: 'exchangeRate', timestamp: 'exchangeRateTimestamp' } as const;

/** Shillings for one dollar, and when the rate was fetched (milliseconds since 1970); null when it is the built-in one. */
export type ExchangeRate = { kesPerUsd: number; fetchedAt: number | null };

/** Used until a rate has been fetched. */
export const defaultExchangeRate: ExchangeRate = { kesPerUsd: defaultKesPerUsd, fetchedAt: null };

/** Parses the stored currency; KES when there is none. */
export function parseCurrency(stored: string | null | undefined): Currency {
  return currencies.find((currency) => currency === stored) ?? 'KES';
}

/** Parses the stored rate; undefined when there is none or it is not a positive number. */
export function parseStoredRate(rate: string | null, timestamp: string | null): ExchangeRate | undefined {
  const kesPerUsd = Number(rate);
  const fetchedAt = Number(timestamp);
  if (!rate || !(kesPerUsd > 0) || !Number.isFinite(kesPerUsd)) return undefined;
  return { kesPerUsd, fetchedAt: timestamp && Number.isFinite(fetchedAt) ? fetchedAt : null };
}

/** A rate is stale an hour after it was fetched. */
export function isRateStale(rate: ExchangeRate, now: number): boolean {
  return rate.fetchedAt === null || now - rate.fetchedAt > timings.exchangeRateMaxAgeMs;
}

/** `1 USD = 129.79 KES` */
export function formatRate(rate: ExchangeRate): string {
  return `1 USD = ${rate.kesPerUsd.toFixed(2)} KES`;
}

/** The age of a rate as text: `updated 5 minutes ago`. */
export function rateAge(rate: ExchangeRate, now: number): Sentence {
  if (rate.fetchedAt === null) return sentence('standard rate');
  const minutes = Math.max(0, Math.floor((now - rate.fetchedAt) / 60_000));
  if (minutes < 1) return sentence('updated just now');
  if (minutes < 60) return sentence('updated {minutes, plural, one {# minute} other {# minutes}} ago', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return sentence('updated {hours, plural, one {# hour} other {# hours}} ago', { hours });
  return sentence('updated {days} days ago', { days: Math.floor(hours / 24) });
}

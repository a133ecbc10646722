import { useEffect, useSyncExternalStore } from 'react';
import { currencyStorage, defaultExchangeRate, parseCurrency, parseStoredRate, type ExchangeRate } from '@masomo/domain/currency';
import { formatPrice, type Currency } from '@masomo/domain/money';
import { timings } from '@masomo/domain/timings';
import { unwrap, useQuery, type Db } from '@masomo/data';

export const exchangeRateKeys = {
  current: () => ['exchange_rates', 'current'] as const,
};

/** The last rate the server fetched; the built-in one when it never could. */
export async function getExchangeRate(db: Db): Promise<ExchangeRate> {
  const rows = unwrap(
    await db
      .from('exchange_rates')
      .select('rate, fetched_at, source')
      .eq('base', 'USD')
      .eq('quote', 'KES')
      .order('fetched_at', { ascending: false })
      .limit(1),
  );
  const row = rows[0];
  if (!row) return defaultExchangeRate;
  // An installation starts with a rate nobody fetched: it has no age.
  return { kesPerUsd: Number(row.rate), fetchedAt: row.source === 'default' ? null : Date.parse(row.fetched_at) };
}

const listeners = new Set<() => void>();
let chosen: Currency | undefined;

function readStorage(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStorage(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Storage may be refused or full: the choice then lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  const hear = () => {
    chosen = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}

function setCurrency(currency: Currency): void {
  chosen = currency;
  writeStorage(currencyStorage.currency, currency);
  for (const listener of listeners) listener();
}

const readCurrency = (): Currency => chosen ?? parseCurrency(readStorage(currencyStorage.currency));

export type CurrencyChoice = {
  currency: Currency;
  setCurrency: (currency: Currency) => void;
  rate: ExchangeRate;
  /** No rate is known yet, not even an old one. */
  isLoading: boolean;
  /** Whole shillings in the visitor's currency. */
  format: (shillings: number) => string;
};

/**
 * The visitor's currency, remembered by the browser, and the rate to show it with: today's from the server (asked again
 * every hour), else the last one this browser saw, else 130.
 */
export function useCurrency(): CurrencyChoice {
  const currency = useSyncExternalStore(subscribe, readCurrency, () => 'KES' as const);
  const { data, error } = useQuery(exchangeRateKeys.current(), getExchangeRate, {
    refreshInterval: timings.exchangeRateMaxAge,
    revalidateIfStale: false,
  });
  useEffect(() => {
    if (!data) return;
    writeStorage(currencyStorage.rate, String(data.kesPerUsd));
    if (data.fetchedAt !== null) writeStorage(currencyStorage.timestamp, String(data.fetchedAt));
  }, [data]);
  // Only a page without the server's answer looks into the storage, so a server render and its hydration agree.
  const cachedRate =
    data || typeof window === 'undefined'
      ? undefined
      : parseStoredRate(readStorage(currencyStorage.rate), readStorage(currencyStorage.timestamp));
  const rate = data ?? cachedRate ?? defaultExchangeRate;
  return {
    currency,
    setCurrency,
    rate,
    isLoading: !data && !cachedRate && !error,
    format: (shillings) => formatPrice(shillings, currency, rate.kesPerUsd),
  };
}

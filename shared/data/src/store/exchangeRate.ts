import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createStore } from '@masomo/domain/createStore';
import { currencyStorage, defaultExchangeRate, parseCurrency, parseStoredRate, type ExchangeRate } from '@masomo/domain/currency';
import { formatPrice, type Currency } from '@masomo/domain/money';
import { timings } from '@masomo/domain/timings';
import { unwrap, useQuery, type Db } from '@masomo/data';

export const exchangeRateKeys = {
  current: () => ['exchange_rates', 'current'] as const,
};

/** The latest rate the server fetched, or the built-in default when it has none. */
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
  // The default rate of a new installation was never fetched, so it has no age.
  return { kesPerUsd: Number(row.rate), fetchedAt: row.source === 'default' ? null : Date.parse(row.fetched_at) };
}

/** The choice of this page; undefined while the browser's storage decides. */
const selectedCurrency = createStore<Currency | undefined>(undefined);

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
    // Storage may be refused or full; the choice then lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  const handleStorage = () => selectedCurrency.set(undefined);
  const unsubscribe = selectedCurrency.subscribe(listener);
  window.addEventListener('storage', handleStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', handleStorage);
  };
}

function setCurrency(currency: Currency): void {
  writeStorage(currencyStorage.currency, currency);
  selectedCurrency.set(currency);
}

/** The visitor's currency now. The document's first script stores and marks a choice that is made before the page has started (`followCurrency`). */
export const readCurrency = (): Currency =>
  selectedCurrency.get() ?? parseCurrency(readStorage(currencyStorage.currency) ?? document.documentElement.dataset['currency']);

export type CurrentRate = {
  rate: ExchangeRate;
  /** No rate is available yet, not even a cached one. */
  isLoading: boolean;
};

export type CurrencyChoice = CurrentRate & {
  currency: Currency;
  setCurrency: (currency: Currency) => void;
  /** Formats whole shillings in the visitor's currency. */
  format: (shillings: number) => string;
};

/**
 * The exchange rate: the server's (revalidated hourly), else the one this browser cached, else the default. For what shows prices in
 * both currencies: it does not render again for the choice of one.
 */
export function useExchangeRate(): CurrentRate {
  const { data, error } = useQuery(exchangeRateKeys.current(), getExchangeRate, {
    refreshInterval: timings.exchangeRateMaxAgeMs,
    revalidateIfStale: false,
  });
  useEffect(() => {
    if (!data) return;
    writeStorage(currencyStorage.rate, String(data.kesPerUsd));
    if (data.fetchedAt !== null) writeStorage(currencyStorage.timestamp, String(data.fetchedAt));
  }, [data]);
  // Storage is read only without server data, so that a server render and its hydration agree.
  const cachedRate =
    data || typeof window === 'undefined'
      ? undefined
      : parseStoredRate(readStorage(currencyStorage.rate), readStorage(currencyStorage.timestamp));
  return { rate: data ?? cachedRate ?? defaultExchangeRate, isLoading: !data && !cachedRate && !error };
}

/** The visitor's currency, stored in the browser, with the exchange rate; the same object while neither changes. */
export function useCurrency(): CurrencyChoice {
  const { rate, isLoading } = useExchangeRate();
  const currency = useSyncExternalStore(subscribe, readCurrency, () => 'KES' as const);
  useEffect(() => {
    document.documentElement.dataset['currency'] = currency;
  }, [currency]);
  return useMemo(
    () => ({ rate, isLoading, currency, setCurrency, format: (shillings) => formatPrice(shillings, currency, rate.kesPerUsd) }),
    [rate, isLoading, currency],
  );
}

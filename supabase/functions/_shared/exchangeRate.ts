import { defaultExchangeRate } from '@masomo/domain/currency';
import { z } from 'zod';
import { database } from './database.ts';
import { setting } from './environment.ts';

const maxAgeMs = 3_600_000;
const requestTimeoutMs = 5_000;
/** Time without a retry after a failure. */
const retryDelayMs = 60_000;
let failedAt = 0;
const storedRateSchema = z.object({ rate: z.coerce.number().positive(), source: z.string(), fetched_at: z.string() });
type Rate = { rate: number; source: string; fetchedAt: string | null };

const ratesResponseSchema = z.object({
  result: z.literal('success'),
  rates: z.object({ KES: z.number().positive() }).optional(),
  conversion_rates: z.object({ KES: z.number().positive() }).optional(),
});

async function readStoredRate(): Promise<Rate | null> {
  const { data, error } = await database()
    .from('exchange_rates')
    .select('rate, source, fetched_at')
    .eq('base', 'USD')
    .eq('quote', 'KES')
    .order('fetched_at', { ascending: false })
    .limit(1);
  if (error) throw error;
  const [row] = data;
  if (!row) return null;
  const { rate, source, fetched_at: fetchedAt } = storedRateSchema.parse(row);
  // The default rate was never fetched.
  return { rate, source, fetchedAt: source === 'default' ? null : fetchedAt };
}

async function fetchRate(base: string): Promise<Rate> {
  const response = await fetch(`${base}/v6/latest/USD`, { signal: AbortSignal.timeout(requestTimeoutMs) });
  if (!response.ok) throw new Error(`The rate service responded with ${response.status}.`);
  const { rates, conversion_rates: keyed } = ratesResponseSchema.parse(await response.json());
  const rate = rates?.KES ?? keyed?.KES;
  if (!rate) throw new Error('The rate service returned no rate for KES.');
  const fetchedAt = new Date().toISOString();
  const source = new URL(base).hostname;
  const { error } = await database().from('exchange_rates').insert({ base: 'USD', quote: 'KES', rate, source, fetched_at: fetchedAt });
  if (error) throw error;
  return { rate, source, fetchedAt };
}

/** Shillings per US dollar: fetched at most once an hour, else the last good rate. */
export async function currentRate(): Promise<Rate> {
  const stored = await readStoredRate();
  const base = setting('FX_BASE_URL');
  const isFresh = stored?.fetchedAt && Date.now() - Date.parse(stored.fetchedAt) < maxAgeMs;
  const fallback = stored ?? { rate: defaultExchangeRate.kesPerUsd, source: 'default', fetchedAt: null };
  if (!base || isFresh || Date.now() - failedAt < retryDelayMs) return fallback;
  return fetchRate(base).catch((error: unknown) => {
    failedAt = Date.now();
    console.error('The rate could not be fetched; the last good one is kept:', error);
    return fallback;
  });
}

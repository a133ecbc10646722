import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFormsTestBed, type FormsTestBed } from './formsTestBed.ts';

const rates = { KES: 129.79, status: 200, requestCount: 0 };
const ratesService = createServer((_request, response) => {
  rates.requestCount += 1;
  response.writeHead(rates.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ result: 'success', base_code: 'USD', rates: { USD: 1, KES: rates.KES } }));
});
let bed: FormsTestBed;

beforeAll(async () => {
  await new Promise<void>((resolve) => ratesService.listen(0, '127.0.0.1', resolve));
  const { port } = ratesService.address() as AddressInfo;
  bed = await createFormsTestBed({ FX_BASE_URL: `http://127.0.0.1:${port}` });
}, 120_000);
afterAll(async () => {
  await bed?.close();
  ratesService.close();
});

test('the exchange rate is fetched once an hour, and the last good one is kept', async () => {
  const rate = async () =>
    (await (
      await bed.local.backend.functions(
        new Request('http://localhost:8102/functions/v1/exchange-rate', { headers: { apikey: bed.local.publishableKey } }),
      )
    ).json()) as Record<string, unknown>;
  expect(await rate()).toMatchObject({ base: 'USD', quote: 'KES', rate: 129.79, source: '127.0.0.1', fetchedAt: expect.any(String) });
  // The schedule asks for the rate at the start too, and may have begun before the first one was stored.
  await vi.waitFor(async () => {
    const before = rates.requestCount;
    await rate();
    expect(rates.requestCount).toBe(before);
  });
  const { requestCount } = rates;
  rates.KES = 131;
  expect(await rate()).toMatchObject({ rate: 129.79 });
  expect(rates.requestCount).toBe(requestCount);
  await bed.database.query(`update public.exchange_rates set fetched_at = fetched_at - interval '61 minutes'`);
  rates.status = 429;
  expect(await rate()).toMatchObject({ rate: 129.79 });
});

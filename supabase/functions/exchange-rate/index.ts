import { currentRate } from '../_shared/exchangeRate.ts';
import { json, preflight, refuse } from '../_shared/http.ts';
import { serve } from '../_shared/traces.ts';

// Shillings per US dollar, for the store's pages. The worker keeps it fresh.
serve(async (request) => {
  if (request.method === 'OPTIONS') return preflight();
  if (request.method !== 'GET' && request.method !== 'POST')
    return refuse('request.get', 'Call with GET.', 405, { headers: { allow: 'GET, POST, OPTIONS' } });
  return json({ base: 'USD', quote: 'KES', ...(await currentRate()) }, 200, { 'cache-control': 'public, max-age=300' });
});

import { json, readText, refuse } from '../_shared/http.ts';
import { cardProvider, hasValidSignature } from '../_shared/payments/paystack.ts';
import { applyEvent, eventKey, storeEvent } from '../_shared/payments/providerEvents.ts';
import { serve } from '../_shared/traces.ts';

const maxBodyBytes = 256 * 1024;

// Webhook of Paystack. The signature covers the raw body; a request without a valid one is refused before it is parsed.
serve(async (request) => {
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST' } });
  const raw = await readText(request, maxBodyBytes);
  if (raw === null) return refuse('request.too_large', 'The body is too large.', 413);
  if (!cardProvider() || !(await hasValidSignature(raw, request.headers.get('x-paystack-signature'))))
    return refuse('request.signature', 'The signature is invalid.', 401);
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    return refuse('request.not_json', 'The body is not valid JSON.', 400);
  }
  const event = await storeEvent('paystack', await eventKey(raw), payload, null);
  if (event) await applyEvent(event).catch((error: unknown) => console.error('A webhook is stored and will be applied later:', error));
  return json({ received: true });
});

import { json, readText } from '../_shared/http.ts';
import { cardProvider, hasValidSignature } from '../_shared/payments/paystack.ts';
import { applyEvent, eventKey, storeEvent } from '../_shared/payments/providerEvents.ts';
import { serve } from '../_shared/traces.ts';

const maxBodyBytes = 256 * 1024;

// Where Paystack reports. The signature is checked over the bytes as they came; anything else is refused unread.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  const raw = await readText(request, maxBodyBytes);
  if (raw === null) return json({ error: 'This is too long.' }, 413);
  if (!cardProvider() || !(await hasValidSignature(raw, request.headers.get('x-paystack-signature'))))
    return json({ error: 'The signature is wrong.' }, 401);
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    return json({ error: 'This is no JSON.' }, 400);
  }
  const event = await storeEvent('paystack', await eventKey(raw), payload, null);
  if (event) await applyEvent(event).catch((error: unknown) => console.error('A webhook is kept and will be applied later:', error));
  return json({ received: true });
});

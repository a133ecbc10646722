import { z } from 'zod';
import { isSameText } from '../_shared/callers.ts';
import { json, readText, refuse } from '../_shared/http.ts';
import { callbackToken } from '../_shared/payments/daraja.ts';
import { mpesaProvider } from '../_shared/payments/mpesa.ts';
import { applyEvent, eventKey, storeEvent } from '../_shared/payments/providerEvents.ts';
import { serve } from '../_shared/traces.ts';

// Callback of M-Pesa: /payment-callback/<kind>/<id>/<token>. The token authenticates the caller, because only M-Pesa knows it.
const kindSchema = z.enum(['payment', 'refund', 'refund-timeout']);
const maxBodyBytes = 64 * 1024;

serve(async (request) => {
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST' } });
  const [kindText = '', id = '', token = ''] = new URL(request.url).pathname.split('/payment-callback/')[1]?.split('/') ?? [];
  const kind = kindSchema.safeParse(kindText);
  if (!mpesaProvider() || !kind.success || !z.uuid().safeParse(id).success) return refuse('request.not_found', 'Not found.', 404);
  if (!(await isSameText(token, await callbackToken(`${kind.data} ${id}`)))) return refuse('request.not_found', 'Not found.', 404);
  const raw = await readText(request, maxBodyBytes);
  if (raw === null) return refuse('request.too_large', 'The body is too large.', 413);
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    payload = { unreadable: raw.slice(0, 2000) };
  }
  // Stored first, so that it is not lost when this call fails.
  const key = `${id} ${await eventKey(raw)}`;
  const event =
    kind.data === 'payment'
      ? await storeEvent('daraja', key, payload, id)
      : await storeEvent('daraja-refund', key, { kind: kind.data, refundId: id, callback: payload }, null);
  if (event) await applyEvent(event).catch((error: unknown) => console.error('A callback is stored and will be applied later:', error));
  return json({ ResultCode: 0, ResultDesc: 'Accepted' });
});

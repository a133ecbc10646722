import { mpesaNumber } from '@masomo/domain/payments';
import { z } from 'zod';
import { senderKey } from '../_shared/callers.ts';
import { call } from '../_shared/database.ts';
import { requireSetting } from '../_shared/environment.ts';
import { json, refuse } from '../_shared/http.ts';
import { orderNotFound, orderProofShape, serveBuyer } from '../_shared/payments/buyerRequest.ts';
import { providerOf, reportProviders } from '../_shared/payments/providers.ts';

const startSchema = z.object({
  ...orderProofShape,
  method: z.enum(['mpesa', 'card']),
  attemptKey: z.uuid(),
  phone: z.string().max(30).optional(),
});
const attemptSchema = z
  .array(
    z.object({
      attempt_id: z.string(),
      is_new: z.boolean(),
      order_id: z.string(),
      amount: z.number(),
      phone_number: z.string().nullable(),
      account_reference: z.string(),
      merchant_reference: z.string(),
      customer_email: z.string(),
    }),
  )
  .length(1);

// Starts a payment. The attempt is stored before the provider is called, so that a lost response can be followed up.
serveBuyer(startSchema, async ({ orderNumber, orderKey, email, method, attemptKey, phone }, request) => {
  const proof = { order_number: orderNumber, order_key: orderKey ?? null, email: email ?? null };
  const provider = providerOf(method);
  if (!provider) {
    await reportProviders();
    return refuse('payment.method_unavailable', 'This payment method is not available at the moment. Choose another.', 400, {
      field: 'method',
    });
  }
  // Refused here and not by the statement that opens the attempt: its error would undo the count of wrong guesses.
  if ((await call('read_payment', proof)) === null) return orderNotFound();
  const [attempt] = attemptSchema.parse(
    await call('open_payment_attempt', {
      ...proof,
      method,
      attempt_key: attemptKey,
      phone: method === 'mpesa' ? (mpesaNumber(phone ?? '') ?? phone ?? null) : null,
      sender_key: (await senderKey(request)) ?? null,
    }),
  );
  if (attempt?.is_new) {
    const started = await provider.start({
      attemptId: attempt.attempt_id,
      amount: attempt.amount,
      phone: attempt.phone_number,
      accountReference: attempt.account_reference,
      merchantReference: attempt.merchant_reference,
      email: attempt.customer_email,
      returnUrl: `${requireSetting('SITE_URL')}/store/orders/${encodeURIComponent(orderNumber.trim().toUpperCase())}?returned=card`,
    });
    if (started.type === 'accepted') {
      await call('accept_payment_attempt', {
        attempt_id: attempt.attempt_id,
        provider_reference: started.reference,
        provider_request: started.request ?? null,
        redirect_url: started.redirectUrl ?? null,
      });
    } else if (started.type === 'refused') {
      console.error(`${method} refused a request: ${started.code} ${started.text}`);
      await call('apply_payment_report', {
        attempt_id: attempt.attempt_id,
        report: { outcome: 'failed', failure: started.failure, code: started.code, text: started.text },
      });
    } else {
      // The request may have reached the provider, so it is neither repeated nor marked as failed, but queried later.
      console.error(`${method} did not respond to a request: ${started.text}`);
    }
  }
  return json(z.record(z.string(), z.unknown()).parse(await call('read_payment', proof)));
});

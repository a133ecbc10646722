import { z } from 'zod';
import { call } from '../_shared/database.ts';
import { json } from '../_shared/http.ts';
import { orderNotFound, orderProofShape, serveBuyer } from '../_shared/payments/buyerRequest.ts';
import { attemptSchema } from '../_shared/payments/provider.ts';
import { checkAttempt } from '../_shared/payments/providerEvents.ts';

// Queries the provider for a buyer's latest attempt: on return from the card page, or when the buyer reports a payment.
serveBuyer(z.object(orderProofShape), async ({ orderNumber, orderKey, email }) => {
  const proof = { order_number: orderNumber, order_key: orderKey ?? null, email: email ?? null };
  const due = z.array(attemptSchema).parse(await call('claim_payment_check', proof));
  for (const attempt of due) {
    // The schedule retries a failed query.
    await checkAttempt(attempt).catch((error: unknown) => console.error(`The payment of ${orderNumber} could not be queried:`, error));
  }
  const state = z
    .record(z.string(), z.unknown())
    .nullable()
    .parse(await call('read_payment', proof));
  return state ? json(state) : orderNotFound();
});

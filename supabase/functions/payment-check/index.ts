import { z } from 'zod';
import { call } from '../_shared/database.ts';
import { json } from '../_shared/http.ts';
import { orderProofShape, serveBuyer } from '../_shared/payments/buyerRequest.ts';
import { attemptSchema } from '../_shared/payments/provider.ts';
import { checkAttempt } from '../_shared/payments/providerEvents.ts';

// Asks the provider now how a buyer's latest try ended: on return from the card page, or when they say they have paid.
serveBuyer(z.object(orderProofShape), async ({ orderNumber, orderKey, email }) => {
  const proof = { order_number: orderNumber, order_key: orderKey ?? null, email: email ?? null };
  const due = z.array(attemptSchema).parse(await call('claim_payment_check', proof));
  for (const attempt of due) {
    // What cannot be asked now is asked by the timer.
    await checkAttempt(attempt).catch((error: unknown) => console.error(`The payment of ${orderNumber} could not be asked about:`, error));
  }
  const state = z
    .record(z.string(), z.unknown())
    .nullable()
    .parse(await call('read_payment', proof));
  return state
    ? json(state)
    : json(
        { error: 'We know no such order of yours. Open it from the link in your confirmation mail.', code: 'payment.order_not_found' },
        404,
      );
});

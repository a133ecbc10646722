import { z } from 'zod';
import { billingSchema, paymentMethodSchema } from '@masomo/domain/orderSchemas';
import type { OrderRequest } from '@masomo/data/store/checkout';
import { storedCheckoutAttempts } from '../shared/checkoutAttempt.ts';

const requestSchema = z.object({
  idempotencyKey: z.uuid(),
  billing: billingSchema,
  paymentMethod: paymentMethodSchema,
  lines: z.array(z.object({ kind: z.enum(['addon', 'plan', 'service']), itemId: z.string(), quantity: z.int() })).min(1),
  expectedTotal: z.int(),
});
const attemptSchema = z.array(requestSchema).min(1);

/** Parsing puts the fields in one order, so equal requests serialize equally. */
const serialize = (request: OrderRequest) => JSON.stringify(requestSchema.parse(request));
const without = (attempts: readonly OrderRequest[], request: OrderRequest) =>
  attempts.filter((attempt) => serialize(attempt) !== serialize(request));

/**
 * Order requests of this browser without a response, newest first, all under one idempotency key. They are written before a
 * request is sent and removed with its response, so a reload or a lost connection never creates a second order.
 */
export const checkoutAttemptStore = {
  get(): readonly OrderRequest[] {
    const text = storedCheckoutAttempts.read();
    if (!text) return [];
    try {
      return attemptSchema.parse(JSON.parse(text));
    } catch {
      storedCheckoutAttempts.write(null);
      return [];
    }
  },
  add(request: OrderRequest) {
    storedCheckoutAttempts.write(JSON.stringify([request, ...without(checkoutAttemptStore.get(), request)]));
  },
  remove(request: OrderRequest) {
    const others = without(checkoutAttemptStore.get(), request);
    storedCheckoutAttempts.write(others.length > 0 ? JSON.stringify(others) : null);
  },
  clear: () => storedCheckoutAttempts.write(null),
};

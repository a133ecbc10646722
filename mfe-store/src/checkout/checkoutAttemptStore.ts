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

/** The same request reads the same, whatever the order of its fields. */
const textOf = (request: OrderRequest) => JSON.stringify(requestSchema.parse(request));
const without = (known: readonly OrderRequest[], request: OrderRequest) => known.filter((other) => textOf(other) !== textOf(request));

/**
 * Order requests of this browser that got no answer, newest first, all under one key. They are written before a request
 * leaves and removed with its answer, so after a reload or a lost connection the order is not made a second time.
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

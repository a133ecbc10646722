import type { z } from 'zod';
import { billingSchema, paymentMethodSchema } from '@masomo/domain/orderSchemas';

/** The form of the first step: who buys, and how it will be paid. */
export const checkoutDetailsSchema = billingSchema.extend({ paymentMethod: paymentMethodSchema });
export type CheckoutDetails = z.infer<typeof checkoutDetailsSchema>;

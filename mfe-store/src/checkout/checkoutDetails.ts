import type { z } from 'zod';
import { billingSchema, paymentMethodSchema } from '@masomo/domain/orderSchemas';

/** Form of the first step: buyer and payment method. */
export const checkoutDetailsSchema = billingSchema.extend({ paymentMethod: paymentMethodSchema });
export type CheckoutDetails = z.infer<typeof checkoutDetailsSchema>;

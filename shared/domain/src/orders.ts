import { z } from 'zod';

/** States of an order. */
export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled'] as const;
export const orderStatusSchema = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof orderStatusSchema>;

/** Locked orders change only by reopening them with a reason. */
export function isLocked(status: OrderStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Semantic colour of a status badge. */
export function orderStatusColour(status: string): 'green' | 'blue' | 'yellow' | 'red' | 'gray' {
  switch (status) {
    case 'completed': return 'green';
    case 'processing': return 'blue';
    case 'pending': return 'yellow';
    case 'cancelled': return 'red';
    default: return 'gray';
  }
}

/** How an order is paid. */
export const paymentMethods = ['mpesa', 'card', 'bank'] as const;
export const paymentMethodSchema = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** A payment method as people read it. */
export const paymentMethodLabels: Record<PaymentMethod, string> = { mpesa: 'M-Pesa', card: 'Credit Card', bank: 'Bank Transfer' };

/** Countries a buyer can choose; the first is the default. */
export const billingCountries = ['Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other'] as const;

/** What a buyer fills in at checkout. Lengths are the database's. */
export const billingSchema = z.object({
  firstName: z.string().trim().min(1, 'Enter your first name').max(80),
  lastName: z.string().trim().min(1, 'Enter your last name').max(80),
  email: z.email('Enter an email address like name@school.ac.ke').max(254),
  phone: z.string().trim().min(7, 'Enter a phone number').max(30),
  institution: z.string().trim().min(1, 'Enter your institution').max(160),
  billingAddress: z.string().trim().max(200).optional(),
  city: z.string().trim().max(80).optional(),
  country: z.enum(billingCountries),
});
export type Billing = z.infer<typeof billingSchema>;

/** `ORD-<year>-<sequence>`. */
export const orderNumberPattern = /^ORD-\d{4}-\d{3,}$/;

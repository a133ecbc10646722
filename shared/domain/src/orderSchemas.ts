// Separate from `orders.ts`, so that lists of orders do not load the schema library.
import { translatable } from './translatable.ts';
import { z } from 'zod';
import { billingCountries, orderStatuses, paymentMethods } from './orders.ts';

export const orderStatusSchema = z.enum(orderStatuses);
export const paymentMethodSchema = z.enum(paymentMethods);

/** What a buyer fills in at checkout. Maximum lengths are those of the database. */
export const billingSchema = z.object({
  firstName: z.string().trim().min(1, translatable('Enter your first name')).max(80),
  /** One name is enough. */
  lastName: z.string().trim().max(80),
  email: z.email(translatable('Enter an email address like name@school.ac.ke')).max(254),
  phone: z.string().trim().min(7, translatable('Enter a phone number')).max(30),
  institution: z.string().trim().min(1, translatable('Enter your institution')).max(160),
  billingAddress: z.string().trim().max(200).optional(),
  city: z.string().trim().max(80).optional(),
  country: z.enum(billingCountries),
  /** Of who buys, for the tax invoice. */
  kraPin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[AP]\d{9}[A-Z])?$/, translatable('A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.'))
    .optional(),
});
export type Billing = z.infer<typeof billingSchema>;

import { z } from 'zod';
import { readSettings } from '../environment.ts';

const darajaSchema = z.object({
  DARAJA_BASE_URL: z.url(),
  DARAJA_CONSUMER_KEY: z.string(),
  DARAJA_CONSUMER_SECRET: z.string(),
  DARAJA_SHORTCODE: z.string(),
  DARAJA_PASSKEY: z.string(),
  DARAJA_CALLBACK_TOKEN: z.string(),
  /** Public base URL of the functions; the project's own by default. */
  DARAJA_CALLBACK_BASE: z.url().optional(),
  /** Till number, for buy goods instead of a paybill. */
  DARAJA_TILL: z.string().optional(),
  /** Set when the account may read its statement. */
  DARAJA_PULL: z.string().optional(),
  DARAJA_INITIATOR: z.string().optional(),
  DARAJA_SECURITY_CREDENTIAL: z.string().optional(),
});
const paystackSchema = z.object({
  PAYSTACK_BASE_URL: z.url(),
  PAYSTACK_SECRET_KEY: z.string(),
  /** Comma-separated channels of the payment page. */
  PAYSTACK_CHANNELS: z.string().default('card'),
});

/** Settings of M-Pesa; null when it is not configured. */
export const darajaSettings = () => readSettings(darajaSchema);

/** Settings of Paystack; null when it is not configured. */
export const paystackSettings = () => readSettings(paystackSchema);

/** Settings of M-Pesa; throws when it is not configured. */
export function requireDaraja(): z.infer<typeof darajaSchema> {
  const settings = darajaSettings();
  if (!settings) throw new Error('M-Pesa is not configured.');
  return settings;
}

/** Settings of Paystack; throws when it is not configured. */
export function requirePaystack(): z.infer<typeof paystackSchema> {
  const settings = paystackSettings();
  if (!settings) throw new Error('Paystack is not configured.');
  return settings;
}

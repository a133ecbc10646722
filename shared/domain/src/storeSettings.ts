import * as z from 'zod/mini';

/** A whole number, or the text that was typed instead, which the database rejects with a message. */
const numberInput = z.union([z.int(), z.string()]);

/** Group `payments` of the settings: payment methods, in the order they are offered, and the bank account. */
export const paymentsSettingSchema = z.object({
  methods: z.array(z.string()),
  bank: z.object({
    bankName: z.string(),
    branch: z.string(),
    accountName: z.string(),
    accountNumber: z.string(),
    swift: z.string(),
    validDays: numberInput,
  }),
});
export type PaymentsSetting = z.infer<typeof paymentsSettingSchema>;

/** Group `company`: details on invoices. Prices include VAT. */
export const companySettingSchema = z.object({ vatPercent: numberInput, kraPin: z.string(), currency: z.string() });

/** Group `subscriptions`: how early and how long, in days. */
export const subscriptionsSettingSchema = z.object({
  reminderDays: z.array(numberInput),
  graceDays: numberInput,
  priceNoticeDays: numberInput,
});
export type SubscriptionsSetting = z.infer<typeof subscriptionsSettingSchema>;

/** Group `mail_budget`: how many emails leave in a day, orders of a network in an hour, and trusted proxies before the database. */
export const mailBudgetSettingSchema = z.object({
  trialSchoolDaily: numberInput,
  paidSchoolDaily: numberInput,
  networkDaily: numberInput,
  recipientDaily: numberInput,
  platformRecipientDaily: numberInput,
  networkOrdersHourly: numberInput,
  trustedHops: numberInput,
});

import * as z from 'zod/mini';

/** A whole number, or what was typed instead of one: the database says what is wrong with it. */
const numberInput = z.union([z.int(), z.string()]);

/** Group `payments` of the settings: how the store is paid. `methods` in the order they are offered. */
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

/** Group `company`: what stands on invoices. VAT is inside every price. */
export const companySettingSchema = z.object({ vatPercent: numberInput, kraPin: z.string(), currency: z.string() });
export type CompanySetting = z.infer<typeof companySettingSchema>;

/** Group `subscriptions`: how early and how long, in days. */
export const subscriptionsSettingSchema = z.object({
  trialDays: numberInput,
  reminderDays: z.array(numberInput),
  graceDays: numberInput,
  priceNoticeDays: numberInput,
});
export type SubscriptionsSetting = z.infer<typeof subscriptionsSettingSchema>;

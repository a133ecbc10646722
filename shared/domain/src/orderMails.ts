import * as z from 'zod/mini';

const template = z.object({ subject: z.string(), opening: z.string(), closing: z.string() });

const templates = { proforma: template, receipt: template, refund: template };

/** Setting `emails`: texts of the emails to buyers, around the details of the order, in English and in Swahili. */
export const orderMailsSchema = z.object({ ...templates, sw: z.optional(z.object(templates)) });
export type OrderMails = z.infer<typeof orderMailsSchema>;
export type OrderMailKind = keyof typeof templates;
export type OrderMailTemplate = z.infer<typeof template>;

/** The texts in a language; the English ones where a language has none. */
export function orderMailsIn(mails: OrderMails, language: string): OrderMails {
  return language === 'sw' ? { ...mails, ...mails.sw } : mails;
}

/** The placeholders (`{{name}}`) each email fills in. The database rejects others. */
export const mailPlaceholders = {
  proforma: ['customer', 'institution', 'order', 'total', 'reference', 'days'],
  receipt: ['customer', 'institution', 'order', 'total', 'receipt', 'day'],
  refund: ['customer', 'institution', 'order', 'total', 'amount', 'receipt', 'reason'],
} as const satisfies Record<OrderMailKind, readonly string[]>;

/** The text with every `{{name}}` replaced by its value, or by nothing when it has none. Values are not expanded again. */
export function fillMailTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*([a-z]+)\s*\}\}/g, (_, name: string) => values[name] ?? '');
}

import * as z from 'zod/mini';

const letter = z.object({ subject: z.string(), opening: z.string(), closing: z.string() });

/** Group `letters` of the settings: what the store writes to a buyer, around the facts of the order. */
export const orderMailsSchema = z.object({ proforma: letter, receipt: letter, refund: letter });
export type OrderMails = z.infer<typeof orderMailsSchema>;
export type OrderMailKind = keyof OrderMails;
export type OrderMailTemplate = OrderMails[OrderMailKind];

/** The words in double braces each mail fills in. The database refuses others. */
export const mailPlaceholders = {
  proforma: ['customer', 'institution', 'order', 'total', 'reference', 'days'],
  receipt: ['customer', 'institution', 'order', 'total', 'receipt', 'day'],
  refund: ['customer', 'institution', 'order', 'total', 'amount', 'receipt', 'reason'],
} as const satisfies Record<OrderMailKind, readonly string[]>;

/** The words with every `{{name}}` filled in; one without a value is left out. */
export function fillMailTemplate(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{\{\s*([a-z]+)\s*\}\}/g, (_, name: string) => values[name] ?? '');
}

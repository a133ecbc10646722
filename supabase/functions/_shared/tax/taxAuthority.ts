import { z } from 'zod';

/** An invoice or credit note as stored in the database; amounts in whole shillings including VAT. */
export const taxDocumentSchema = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  number: z.number(),
  corrects: z.number().nullable(),
  amount: z.number(),
  created_at: z.string(),
  order_number: z.string(),
  customer: z.string(),
  phone: z.string(),
  /** The buyer's, who claims the tax back with it. */
  kra_pin: z.string().nullish(),
  payment_method: z.enum(['mpesa', 'card', 'bank']),
  total: z.number(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number(), price: z.number(), total: z.number() })),
});
export type TaxDocument = z.infer<typeof taxDocumentSchema>;

/** Signature of the control unit. */
export type Signature = {
  controlUnit: string;
  receiptNumber: string;
  receiptSignature: string;
  internalData: string;
  signedAt: string | undefined;
};

/** Signs tax documents. Throws a TaxRefusal for a permanent refusal; any other error is retried. */
export type TaxAuthority = { sign(document: TaxDocument): Promise<Signature> };

/** The authority refuses the document permanently. */
export class TaxRefusal extends Error {
  override readonly name = 'TaxRefusal';
}

import { z } from 'zod';

/** An invoice or credit note as the database keeps it; amounts in whole shillings with VAT included. */
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
  payment_method: z.enum(['mpesa', 'card', 'bank']),
  total: z.number(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number(), price: z.number(), total: z.number() })),
});
export type TaxDocument = z.infer<typeof taxDocumentSchema>;

/** What the control unit made of it. */
export type Signature = {
  controlUnit: string;
  receiptNumber: string;
  receiptSignature: string;
  internalData: string;
  signedAt: string | undefined;
};

/** Whom invoices are told to. Refuses for good with a TaxRefusal; anything else thrown is tried again. */
export type TaxAuthority = { sign(document: TaxDocument): Promise<Signature> };

/** The authority does not take the document as it is. */
export class TaxRefusal extends Error {
  override readonly name = 'TaxRefusal';
}

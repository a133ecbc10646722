import { toDataError, unwrap, type Db } from '@masomo/data';

/** A document for the tax authority: `failed` was refused, with the reason in `error`. */
export type TaxDocument = {
  id: string;
  kind: 'invoice' | 'credit_note';
  number: number;
  amount: number;
  status: 'pending' | 'signed' | 'failed';
  error: string | null;
  receiptNumber: string | null;
  signedAt: string | null;
};

export const taxDocumentKeys = { of: (orderId: string) => ['orders', 'tax-documents', orderId] as const };

const kinds = ['invoice', 'credit_note'] as const;
const statuses = ['pending', 'signed', 'failed'] as const;

/** The tax documents of an order, oldest first; only super admins see them. */
export async function listTaxDocuments(db: Db, orderId: string): Promise<TaxDocument[]> {
  const rows = unwrap(
    await db
      .from('tax_documents')
      .select('id, kind, number, amount, status, last_error, receipt_number, signed_at')
      .eq('order_id', orderId)
      .order('number'),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: kinds.find((kind) => kind === row.kind) ?? 'invoice',
    number: row.number,
    amount: row.amount,
    status: statuses.find((status) => status === row.status) ?? 'pending',
    error: row.last_error,
    receiptNumber: row.receipt_number,
    signedAt: row.signed_at,
  }));
}

/** Sends a document that was refused to the tax authority again. */
export async function retryTaxDocument(db: Db, id: string): Promise<void> {
  const { error, status } = await db.rpc('retry_tax_document', { document_id: id });
  if (error) throw toDataError(error, status);
}

import { z } from 'zod';
import { call } from '../database.ts';
import { etims } from './etims.ts';
import { TaxRefusal, taxDocumentSchema, type TaxAuthority, type TaxDocument } from './taxAuthority.ts';

async function sendTaxDocument(document: TaxDocument, { sign }: TaxAuthority): Promise<void> {
  try {
    const signature = await sign(document);
    await call('sign_tax_document', {
      document_id: document.id,
      control_unit: signature.controlUnit,
      receipt_number: signature.receiptNumber,
      receipt_signature: signature.receiptSignature,
      internal_data: signature.internalData,
      signed_at: signature.signedAt ?? null,
    });
  } catch (error) {
    console.error(`Tax document ${document.number} could not be signed:`, error);
    await call('fail_tax_document', {
      document_id: document.id,
      error: error instanceof Error ? error.message : String(error),
      is_final: error instanceof TaxRefusal,
    });
  }
}

/** Sends invoices and credit notes to the tax authority in order; does nothing when none is configured. Returns their number. */
export async function sendTaxDocuments(): Promise<number> {
  const authority = etims();
  if (!authority) return 0;
  const due = z.array(taxDocumentSchema).parse(await call('claim_tax_documents', {}));
  for (const document of due) await sendTaxDocument(document, authority);
  return due.length;
}

import { orderDocumentSchema } from '@masomo/domain/orderDocument';
import { call } from '../database.ts';
import { type QueuedMail } from './queuedMail.ts';
import { type MailAttachment } from './transport.ts';
import { inLanguage } from '../texts/inLanguage.ts';

const templates: readonly string[] = ['order-receipt', 'order-proforma'];

/** PDF attachments of an order mail in its language, rendered from the current order; the PDF code is loaded only when needed. */
export async function attachmentsOf({
  template,
  data,
  language,
}: Pick<QueuedMail, 'template' | 'data' | 'language'>): Promise<MailAttachment[]> {
  if (!templates.includes(template) || typeof data['order_id'] !== 'string') return [];
  const row: unknown = await call('order_document_for_mail', { order_id: data['order_id'] });
  // The order may be deleted while the mail is queued, as demo orders are.
  if (row === null) return [];
  const { orderPdf, orderPdfFileName } = await import('@masomo/documents/orderPdf');
  const orderDocument = orderDocumentSchema.parse(row);
  return [{ name: orderPdfFileName(orderDocument), content: inLanguage(language, (say) => orderPdf(orderDocument, say)) }];
}

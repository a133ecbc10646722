import { orderDocumentSchema } from '@masomo/domain/orderDocument';
import { call } from '../database.ts';
import { type QueuedMail } from './outbox.ts';
import { type MailAttachment } from './transport.ts';

const templates: readonly string[] = ['order-receipt', 'order-proforma'];

/** The PDF that goes along with a mail about an order, made of the order as it is now; what makes it is loaded only then. */
export async function attachmentsOf({ template, data }: Pick<QueuedMail, 'template' | 'data'>): Promise<MailAttachment[]> {
  if (!templates.includes(template) || typeof data['order_id'] !== 'string') return [];
  const row: unknown = await call('order_paper_of_mail', { order_id: data['order_id'] });
  // The order of a mail that waits may be gone: demonstration orders are removed.
  if (row === null) return [];
  const { orderPdf, paperName } = await import('@masomo/documents/receipt');
  const paper = orderDocumentSchema.parse(row);
  return [{ name: paperName(paper), content: orderPdf(paper) }];
}

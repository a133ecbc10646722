import { orderDocumentSchema, type OrderDocument } from '@masomo/domain/orderDocument';
import { orderFileName } from '@masomo/documents/orderFileName';
import { call } from '../database.ts';
import { type QueuedMail } from './queuedMail.ts';
import { type MailAttachment } from './transport.ts';

const templates: readonly string[] = ['order-receipt', 'order-proforma'];

/** Makes the receipt or proforma invoice of an order in a language, as PDF. */
export type ComposeOrder = (order: OrderDocument, language: string) => Promise<Uint8Array>;

/** The paper that goes with the mail of an order, in its language, of the order as it is now. */
export async function attachmentsOf(
  { template, data, language }: Pick<QueuedMail, 'template' | 'data' | 'language'>,
  compose: ComposeOrder,
): Promise<MailAttachment[]> {
  if (!templates.includes(template) || typeof data['order_id'] !== 'string') return [];
  const row: unknown = await call('order_document_for_mail', { order_id: data['order_id'] });
  // The order may be deleted while the mail is queued, as demo orders are.
  if (row === null) return [];
  const order = orderDocumentSchema.parse(row);
  return [{ name: `${orderFileName(order.orderNumber, order.paidAt !== null)}.pdf`, content: await compose(order, language) }];
}

import { orderDocumentSchema, type OrderDocument } from '@masomo/domain/orderDocument';
import { unwrap, type Db } from '@masomo/data';

/** Content of an order's receipt or proforma invoice, including licences, for anyone who may see the order. */
export async function getOrderDocument(db: Db, id: string): Promise<OrderDocument> {
  return orderDocumentSchema.parse(unwrap(await db.rpc('order_document', { order_id: id })));
}

/** Key of `getOrderDocument`; starts with `orders`, so that every command on orders revalidates it. */
export const orderDocumentKey = (id: string) => ['orders', 'document', id] as const;

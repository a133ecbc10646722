import { orderDocumentSchema, type OrderDocument } from '@masomo/domain/orderDocument';
import { unwrap, type Db } from '@masomo/data';

/** Content of an order's receipt or proforma invoice, including licences, for anyone who may see the order. */
export async function getOrderDocument(db: Db, id: string): Promise<OrderDocument> {
  return orderDocumentSchema.parse(unwrap(await db.rpc('order_paper', { order_id: id })));
}

/** Key of `getOrderPaper`; starts with `orders`, so commands on orders read it again. */
export const orderDocumentKey = (id: string) => ['orders', 'paper', id] as const;

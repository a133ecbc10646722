import { unwrap, type Db } from '@masomo/data';
import type { OrderStatus } from '@masomo/domain/orders';

/** An order found by its number or buyer. */
export type FoundOrder = { id: string; number: string; customer: string; status: OrderStatus };

export const findOrderKeys = { orders: (userId: string, text: string) => ['find_orders', userId, text] as const };

const mostFound = 5;

/** The newest orders whose number, buyer or institution contains the text, of those the caller may see. */
export async function findOrders(db: Db, text: string, signal = new AbortController().signal): Promise<FoundOrder[]> {
  const rows = unwrap(
    await db
      .rpc('list_orders', { search: text, page_size: mostFound }, { get: true })
      .select('id, order_number, customer_name, institution, status')
      .abortSignal(signal),
  );
  return rows.map((row) => ({
    id: row.id,
    number: row.order_number,
    customer: [row.customer_name, row.institution].filter(Boolean).join(' · '),
    status: row.status,
  }));
}

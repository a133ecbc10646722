import { unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

/** A licence of an order. `validUntil` is null for a perpetual one; `school` is the licensee. */
export type Licence = {
  id: string;
  name: string;
  /** A Standalone licence has a signed key for the school's own server. */
  isStandalone: boolean;
  key: string;
  quantity: number;
  validFrom: string;
  validUntil: string | null;
  isRevoked: boolean;
  orderId: string;
  orderNumber: string;
  school: string;
};

/** Starts with `orders`, so that every command on orders revalidates the licences. */
export const licenceKeys = { list: (filter: ListFilter) => ['orders', 'licences', filter] as const };

/** A page of the licences of the caller's school, or of the caller. Searches name and key. */
export async function listLicences(db: Db, filter: ListFilter): Promise<ListPage<Licence>> {
  let query = db
    .from('licences')
    .select('id, name, category, licence_key, quantity, valid_from, valid_until, revoked_at, orders!inner(id, order_number, institution)', {
      count: 'exact',
    });
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['created_at', 'name', 'valid_until']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      isStandalone: row.category === 'standalone',
      key: row.licence_key,
      quantity: row.quantity,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      isRevoked: row.revoked_at !== null,
      orderId: row.orders.id,
      orderNumber: row.orders.order_number,
      school: row.orders.institution,
    })),
  };
}

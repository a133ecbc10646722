import { orderSortColumns, type OrderFilter } from '@masomo/data/store/orders';
import type { ListFilter } from '@masomo/data/listing';

/** What the list of orders shows when it is opened. */
export const firstOrders: OrderFilter = {
  search: '',
  status: 'all',
  sort: { column: 'created_at', descending: true },
  page: 0,
  pageSize: 20,
};

/** The orders of one page of the list, with the status chosen above it. */
export function orderFilter({ search, sort, page, pageSize }: ListFilter, status: OrderFilter['status']): OrderFilter {
  const column = orderSortColumns.find((name) => name === sort.column) ?? 'created_at';
  return { search, status, sort: { column, descending: sort.descending }, page, pageSize };
}

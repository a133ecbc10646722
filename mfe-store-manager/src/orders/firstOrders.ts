import type { OrderFilter } from '@masomo/data/store/orders';

/** What the list of orders shows when it is opened. */
export const firstOrders: OrderFilter = {
  search: '',
  status: 'all',
  sort: { column: 'created_at', descending: true },
  page: 0,
  pageSize: 20,
};

import { useQuery } from '@masomo/data';
import { getOrderTotals, listOrders, orderKeys, type OrderFilter } from '@masomo/data/store/orders';

/** An order placed meanwhile shows up by itself while the list is looked at. */
const refreshInterval = 5_000;

/** The filtered page of orders and the figures above it. */
export function useOrders(filter: OrderFilter) {
  const {
    data: orders,
    error,
    isLoading,
    reload,
  } = useQuery(orderKeys.list(filter), (db) => listOrders(db, filter), { keepPreviousData: true, refreshInterval });
  const { data: totals, reload: reloadTotals } = useQuery(orderKeys.totals(), getOrderTotals, { refreshInterval });
  return { orders, totals, error, isLoading, reload: () => Promise.all([reload(), reloadTotals()]) };
}

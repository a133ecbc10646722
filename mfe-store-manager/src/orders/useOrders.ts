import { useQuery } from '@masomo/data';
import { getOrderTotals, listOrders, orderKeys, type OrderFilter } from '@masomo/data/store/orders';

/** Polled so that a new order appears while the list is open. */
const refreshIntervalMs = 5_000;

/** The filtered page of orders and the totals above it. */
export function useOrders(filter: OrderFilter) {
  const {
    data: orders,
    error,
    isLoading,
    reload,
  } = useQuery(orderKeys.list(filter), (db) => listOrders(db, filter), {
    keepPreviousData: true,
    refreshInterval: refreshIntervalMs,
    onError: (failure) => console.error('The orders could not be read', failure),
  });
  const { data: totals, reload: reloadTotals } = useQuery(orderKeys.totals(), getOrderTotals, { refreshInterval: refreshIntervalMs });
  return { orders, totals, error, isLoading, reload: () => Promise.all([reload(), reloadTotals()]) };
}

import { useQuery, type DataError } from '@masomo/data';
import { checkoutKeys, getBuyerOrder, getPaymentTerms, type BuyerOrder, type PaymentTerms } from '@masomo/data/store/checkout';

const pollIntervalMs = 15_000;

export type BuyerOrderState = {
  order: BuyerOrder | undefined;
  terms: PaymentTerms | undefined;
  isLoading: boolean;
  error: DataError | undefined;
  reload: () => Promise<unknown>;
};

/** An order by number and email, polled so that a payment shows without a reload; idle without an email. */
export function useBuyerOrder(orderNumber: string, email: string | undefined): BuyerOrderState {
  const {
    data: order,
    isLoading,
    error,
    reload,
  } = useQuery(email ? checkoutKeys.order(orderNumber, email) : null, (db) => getBuyerOrder(db, { orderNumber, email: email ?? '' }), {
    refreshInterval: pollIntervalMs,
    shouldRetryOnError: (failure) => failure.kind === 'unavailable',
  });
  const awaitsTransfer = order?.paymentMethod === 'bank' && order.status === 'pending';
  const { data: terms } = useQuery(awaitsTransfer ? checkoutKeys.terms() : null, getPaymentTerms);
  return { order, terms, isLoading, error, reload };
}

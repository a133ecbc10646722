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

/** What its buyer knows of an order. */
export type BuyerProof = { email?: string | undefined; orderKey?: string | undefined };

/** An order by number and proof, polled so that a payment shows without a reload; idle without a proof. */
export function useBuyerOrder(orderNumber: string, { email, orderKey }: BuyerProof): BuyerOrderState {
  const proof = [orderKey, email].filter(Boolean).join(' ');
  const {
    data: order,
    isLoading,
    error,
    reload,
  } = useQuery(proof ? checkoutKeys.order(orderNumber, proof) : null, (db) => getBuyerOrder(db, { orderNumber, email, orderKey }), {
    refreshInterval: pollIntervalMs,
    shouldRetryOnError: (failure) => failure.kind === 'unavailable',
  });
  const awaitsTransfer = order?.paymentMethod === 'bank' && order.status === 'pending';
  const { data: terms } = useQuery(awaitsTransfer ? checkoutKeys.terms() : null, getPaymentTerms);
  return { order, terms, isLoading, error, reload };
}

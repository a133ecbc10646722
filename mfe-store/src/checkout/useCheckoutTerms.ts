import { useSession } from '@masomo/auth';
import { useQuery, type DataError } from '@masomo/data';
import { listPaymentMethods } from '@masomo/data/store/payments';
import { checkoutKeys, getBuyer, getPaymentTerms, type Buyer, type PaymentTerms } from '@masomo/data/store/checkout';

/** Data the checkout needs before it can start. */
export type CheckoutTerms = PaymentTerms & { buyer: Partial<Buyer> };

/** Offered payment methods, bank account and the profile of a signed-in buyer. */
export function useCheckoutTerms(): { terms: CheckoutTerms | undefined; error: DataError | undefined; reload: () => Promise<unknown> } {
  const { user } = useSession();
  const payment = useQuery(checkoutKeys.terms(), getPaymentTerms);
  // Only methods that are both enabled and configured are offered.
  const offered = useQuery(checkoutKeys.methods(), listPaymentMethods);
  const buyer = useQuery(user && checkoutKeys.buyer(user.id), (db) => getBuyer(db, user?.id ?? ''));
  // A profile that cannot be read only costs the prefilled fields.
  const isBuyerSettled = !user || buyer.data !== undefined || buyer.error !== undefined;
  const terms =
    payment.data && offered.data && isBuyerSettled
      ? { ...payment.data, methods: offered.data, buyer: { ...(user ? { email: user.email } : {}), ...buyer.data } }
      : undefined;
  return { terms, error: payment.error ?? offered.error, reload: () => Promise.all([payment.reload(), offered.reload()]) };
}

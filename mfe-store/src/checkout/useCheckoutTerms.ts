import { useSession } from '@masomo/auth';
import { useQuery, type DataError } from '@masomo/data';
import { listPaymentMethods } from '@masomo/data/store/payments';
import { checkoutKeys, getBuyer, getPaymentTerms, type Buyer, type PaymentTerms } from '@masomo/data/store/checkout';

/** What the checkout needs to know before it can start. */
export type CheckoutTerms = PaymentTerms & { buyer: Partial<Buyer> };

/** Payment methods in use, and what is known of a buyer who is signed in. */
export function useCheckoutTerms(): { terms: CheckoutTerms | undefined; error: DataError | undefined; reload: () => Promise<unknown> } {
  const { user } = useSession();
  const payment = useQuery(checkoutKeys.terms(), getPaymentTerms);
  // Switched on and configured: a way of paying that is out of order is not offered.
  const offered = useQuery(checkoutKeys.methods(), listPaymentMethods);
  const buyer = useQuery(user && checkoutKeys.buyer(user.id), (db) => getBuyer(db, user?.id ?? ''));
  // A profile that cannot be read costs only the prefilled fields.
  const isBuyerKnown = !user || buyer.data !== undefined || buyer.error !== undefined;
  const terms =
    payment.data && offered.data && isBuyerKnown
      ? { ...payment.data, methods: offered.data, buyer: { ...(user ? { email: user.email } : {}), ...buyer.data } }
      : undefined;
  return { terms, error: payment.error ?? offered.error, reload: () => Promise.all([payment.reload(), offered.reload()]) };
}

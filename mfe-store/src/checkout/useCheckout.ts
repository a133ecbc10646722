import { useState } from 'react';
import { useCommand, type DataError } from '@masomo/data';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { PricedCart } from '@masomo/domain/cart';
import { recordPurchasedCart } from '../shared/cartAnalytics.ts';
import { cartStore } from '../shared/cartStore.ts';
import { openOrderStore } from '../shared/openOrderStore.ts';
import { usePayment, type Payment } from '../shared/payment/usePayment.ts';
import { checkoutAttemptStore } from './checkoutAttemptStore.ts';
import type { CheckoutDetails } from './checkoutDetails.ts';
import { resumeOrder, acknowledgeOrder, submitOrder, type SubmittedOrder } from './submitOrder.ts';

export type CheckoutStep = 'resume' | 'details' | 'payment' | 'paying' | 'success';

export type Checkout = {
  step: CheckoutStep;
  details: CheckoutDetails | undefined;
  order: SubmittedOrder | undefined;
  /** What was ordered is for a school's own server, which needs the key of the order. */
  needsKey: boolean;
  isPaying: boolean;
  error: DataError | undefined;
  /** Stores the details and moves on to the payment. */
  toPayment: (details: CheckoutDetails) => void;
  back: () => void;
  /** Places the order and, for online methods, starts the payment; `mpesaPhone` receives the M-Pesa prompt. */
  pay: (mpesaPhone: string) => void;
  /** Payment of the order that was placed. */
  payment: Payment;
  /** Retries the checkout attempt that got no response. */
  resume: () => void;
};

/** State machine of the checkout: details, payment, success, preceded by `resume` when an earlier attempt got no response. */
export function useCheckout(priced: PricedCart<StoreItem>, reloadCatalogue: () => unknown): Checkout {
  const [step, setStep] = useState<CheckoutStep>(() => (checkoutAttemptStore.get().length > 0 ? 'resume' : 'details'));
  const [details, setDetails] = useState<CheckoutDetails>();
  const [order, setOrder] = useState<SubmittedOrder>();
  const [needsKey, setNeedsKey] = useState(false);
  const invalidates = ['orders'];
  const onSuccess = (placed: SubmittedOrder) => {
    setOrder(placed);
    setStep(placed.paymentMethod === 'bank' ? 'success' : 'paying');
    if (placed.paymentMethod !== 'bank')
      openOrderStore.set({ orderNumber: placed.orderNumber, email: placed.email, orderKey: placed.orderKey });
    if (!placed.isEarlier) recordPurchasedCart({ orderId: placed.id, total: placed.total });
    // From here on a reload or another tab must not offer the same cart again.
    acknowledgeOrder(placed);
  };
  // A refusal may mean that prices changed, so the catalogue is reloaded.
  const onError = (error: DataError) => error.kind !== 'unavailable' && void reloadCatalogue();
  const submitting = useCommand(submitOrder, { invalidates, onSuccess, onError });
  const onResumeError = (error: DataError) => {
    onError(error);
    // A refused order does not exist: the buyer returns to the details, where the reason is shown.
    if (checkoutAttemptStore.get().length === 0) setStep('details');
  };
  const payment = usePayment(order && order.paymentMethod !== 'bank' ? { orderNumber: order.orderNumber, email: order.email } : undefined);
  const resuming = useCommand(resumeOrder, { invalidates, onSuccess, onError: onResumeError });

  return {
    step: step === 'paying' && payment.state?.paidAt ? 'success' : step,
    payment,
    details,
    order,
    needsKey: needsKey && order?.isEarlier === false,
    isPaying: submitting.isRunning || resuming.isRunning,
    error: step === 'payment' ? submitting.error : resuming.error,
    toPayment: (next) => {
      submitting.reset();
      setDetails(next);
      setStep('payment');
    },
    back: () => setStep('details'),
    pay: (mpesaPhone) => {
      // Another tab may already have ordered what this one still shows.
      if (!details || cartStore.get().length === 0) return;
      const { paymentMethod, ...billing } = details;
      const lines = priced.lines.map(({ item, quantity }) => ({ kind: item.kind, itemId: item.id, quantity }));
      setNeedsKey(priced.lines.some(({ item }) => item.category === 'standalone' && item.kind !== 'service'));
      void submitting.run({ billing, paymentMethod, lines, expectedTotal: priced.total }).then((placed) => {
        if (!placed || placed.isEarlier || paymentMethod === 'bank') return;
        payment.start(
          { orderNumber: placed.orderNumber, email: placed.email },
          { method: paymentMethod, ...(paymentMethod === 'mpesa' ? { phone: mpesaPhone } : {}) },
        );
      });
    },
    resume: () => void resuming.run(undefined),
  };
}

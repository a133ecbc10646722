import { useRef } from 'react';
import { useCommand, useQuery, type DataError } from '@masomo/data';
import {
  cancelPayment,
  checkPayment,
  paymentKeys,
  readPayment,
  startPayment,
  type OrderProof,
  type PaymentStart,
  type PaymentState,
} from '@masomo/data/store/payments';

import { openOrderStore } from '../openOrderStore.ts';

export type PaymentChoice = { method: PaymentStart['method']; phone?: string | undefined };

export type Payment = {
  state: PaymentState | undefined;
  isLoading: boolean;
  /** Why the state cannot be read. */
  error: DataError | undefined;
  /** Why the last try could not begin. */
  refusal: DataError | undefined;
  isBusy: boolean;
  start: (proof: OrderProof, way: PaymentChoice) => void;
  cancel: () => void;
  /** Has the provider asked now. */
  check: () => void;
  reload: () => Promise<unknown>;
};

/** While the provider may still answer, the server is asked every two seconds; afterwards now and then, as money can come late. */
const pollIntervalMs = (state: PaymentState | undefined) =>
  state?.paidAt ? 0 : state?.attempt && !state.attempt.isResolved ? 2_000 : 10_000;

const clearClosedOrder = ({ paidAt, orderStatus, orderNumber }: PaymentState) =>
  paidAt || orderStatus === 'cancelled' ? openOrderStore.clear(orderNumber) : undefined;

/** Another tab was first: what it started is on the screen, and nothing went wrong. */
const isResolvedElsewhere = ({ code }: DataError, state: PaymentState | undefined) =>
  (code === 'payment.under_way' && state?.attempt?.status === 'open') || (code === 'payment.not_due' && Boolean(state?.paidAt));

const redirectToProvider = (state: PaymentState) => {
  const page = state.attempt?.status === 'open' ? state.attempt.redirectUrl : null;
  if (page) window.location.assign(page);
};

/** How the payment of an order stands and what its buyer can do. Nothing is kept here: a reload or another tab sees the same. `onPaid` is told each time the server says so. */
export function usePayment(proof: OrderProof | undefined, onPaid?: () => unknown): Payment {
  const hear = (heard: PaymentState) => {
    clearClosedOrder(heard);
    if (heard.paidAt) onPaid?.();
  };
  const {
    data: state,
    isLoading,
    error,
    reload,
  } = useQuery(
    proof ? paymentKeys.of(proof) : null,
    (db) => readPayment(db, proof ?? { orderNumber: '', email: '' }),
    // A new function with every state, so that a pause begun before the payment does not outlast its start.
    {
      refreshInterval: (latest) => pollIntervalMs(latest),
      dedupingInterval: 1_000,
      refreshWhenHidden: false,
      onSuccess: hear,
      shouldRetryOnError: (failure) => failure.kind === 'unavailable',
    },
  );
  // A try without an answer is repeated under its own key, so that it is the same one.
  const unanswered = useRef<{ key: string; of: string }>(undefined);
  const invalidates = ['orders'];
  const starting = useCommand(startPayment, {
    invalidates,
    onSuccess: (started) => {
      unanswered.current = undefined;
      redirectToProvider(started);
    },
    onError: (failure) => {
      if (failure.kind !== 'unavailable') unanswered.current = undefined;
      void reload();
    },
  });
  const cancelling = useCommand(cancelPayment, { invalidates });
  const checking = useCommand(checkPayment, { invalidates });
  return {
    state,
    isLoading,
    error,
    refusal: [starting.error, cancelling.error, checking.error].find((failure) => failure && !isResolvedElsewhere(failure, state)),
    isBusy: starting.isRunning || cancelling.isRunning || checking.isRunning,
    start: (of, way) => {
      cancelling.reset();
      checking.reset();
      const text = JSON.stringify([of.orderNumber, way]);
      if (unanswered.current?.of !== text) unanswered.current = { key: crypto.randomUUID(), of: text };
      void starting.run({ proof: of, attemptKey: unanswered.current.key, ...way });
    },
    cancel: () => proof && void cancelling.run(proof),
    check: () => proof && void checking.run(proof),
    reload,
  };
}

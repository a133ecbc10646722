import { useRef } from 'react';
import { featuresChannel } from '@masomo/contracts/slots';
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
import { newId } from '@masomo/domain/secureContext';

import { openOrderStore } from '../openOrderStore.ts';

export type PaymentChoice = { method: PaymentStart['method']; phone?: string | undefined };

export type Payment = {
  state: PaymentState | undefined;
  isLoading: boolean;
  /** Why the state could not be loaded. */
  error: DataError | undefined;
  /** Why the last command was refused. */
  refusal: DataError | undefined;
  isBusy: boolean;
  start: (proof: OrderProof, choice: PaymentChoice) => void;
  cancel: () => void;
  /** Makes the server query the provider now. */
  check: () => void;
  reload: () => Promise<unknown>;
};

/** Polls fast while the provider may still confirm, and slowly afterwards because payments can arrive late; 0 stops polling. */
const pollIntervalMs = (state: PaymentState | undefined) =>
  state?.paidAt ? 0 : state?.attempt && !state.attempt.isResolved ? 2_000 : 10_000;

const clearClosedOrder = ({ paidAt, orderStatus, orderNumber }: PaymentState) =>
  paidAt || orderStatus === 'cancelled' ? openOrderStore.clear(orderNumber) : undefined;

/** Another tab acted first and its result is on the screen, so the refusal is not an error. */
const isResolvedElsewhere = ({ code }: DataError, state: PaymentState | undefined) =>
  (code === 'payment.in_progress' && state?.attempt?.status === 'open') || (code === 'payment.not_due' && Boolean(state?.paidAt));

const redirectToProvider = (state: PaymentState) => {
  const url = state.attempt?.status === 'open' ? state.attempt.redirectUrl : null;
  if (url) window.location.assign(url);
};

/** What was paid for may switch something on in this browser's other tabs. */
function tellOpenTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(featuresChannel);
  channel.postMessage('paid');
  channel.close();
}

/**
 * Payment state of an order and the buyer's commands. All state lives on the server, so a reload or another tab sees the same.
 * `onPaid` is called each time the server reports the order as paid.
 */
export function usePayment(proof: OrderProof | undefined, onPaid?: () => unknown): Payment {
  const handleState = (next: PaymentState) => {
    clearClosedOrder(next);
    if (!next.paidAt) return;
    tellOpenTabs();
    onPaid?.();
  };
  const {
    data: state,
    isLoading,
    error,
    reload,
  } = useQuery(
    proof ? paymentKeys.of(proof) : null,
    (db) => readPayment(db, proof ?? { orderNumber: '', email: '' }),
    // A new function identity restarts the timer, so a slow interval begun before the payment does not outlast its start.
    {
      refreshInterval: (latest) => pollIntervalMs(latest),
      dedupingInterval: 1_000,
      refreshWhenHidden: false,
      onSuccess: handleState,
      shouldRetryOnError: (failure) => failure.kind === 'unavailable',
    },
  );
  // A retry after a lost response reuses the attempt's key, so the server sees one attempt.
  const pendingAttempt = useRef<{ key: string; content: string }>(undefined);
  const invalidates = ['orders'];
  const starting = useCommand(startPayment, {
    invalidates,
    onSuccess: (started) => {
      pendingAttempt.current = undefined;
      redirectToProvider(started);
    },
    onError: (failure) => {
      if (failure.kind !== 'unavailable') pendingAttempt.current = undefined;
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
    start: (orderProof, choice) => {
      cancelling.reset();
      checking.reset();
      const content = JSON.stringify([orderProof.orderNumber, choice]);
      if (pendingAttempt.current?.content !== content) pendingAttempt.current = { key: newId(), content };
      void starting.run({ proof: orderProof, attemptKey: pendingAttempt.current.key, ...choice });
    },
    cancel: () => proof && void cancelling.run(proof),
    check: () => proof && void checking.run(proof),
    reload,
  };
}

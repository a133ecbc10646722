import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Button, ErrorState, Flex, Skeleton, Spinner, Stack, Text } from '@masomo/design-system';
import type { OrderProof, PaymentAttempt } from '@masomo/data/store/payments';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { describePaymentFailure } from '@masomo/domain/payments';
import { OpenAttempt } from './OpenAttempt.tsx';
import { PayForm } from './PayForm.tsx';
import type { Payment } from './usePayment.ts';
import { translate } from '@masomo/i18n';

type Props = { payment: Payment; proof: OrderProof; phone: string };

/** Payment state of an order as the server reports it, with the buyer's next actions. */
export function PaymentPanel({ payment, proof, phone }: Props) {
  const { state, error, refusal, isBusy } = payment;
  if (!state) {
    if (error) return <ErrorState title={t`The payment could not be loaded`} error={error} onRetry={() => void payment.reload()} />;
    return (
      <Stack gap="4" aria-busy aria-label={t`Loading payment`}>
        <Skeleton height="10" />
        <Skeleton height="16" />
      </Stack>
    );
  }
  if (state.paidAt)
    return (
      <Notice status="success" title={t`Payment received`}>
        {state.payment
          ? t`Paid by ${translate(paymentMethodLabels[state.payment.method])}, receipt ${state.payment.receipt}.`
          : t`Paid by ${translate(paymentMethodLabels[state.method])}.`}
      </Notice>
    );
  if (state.orderStatus === 'cancelled')
    return (
      <Notice status="info" title={t`This order was cancelled`}>
        <Trans>Nothing will be charged for it.</Trans>
      </Notice>
    );
  if (state.orderStatus === 'completed')
    return (
      <Notice status="success" title={t`This order is complete`}>
        <Trans>There is nothing left to pay.</Trans>
      </Notice>
    );
  if (state.attempt?.status === 'open') return <OpenAttempt payment={payment} now={state.now} attempt={state.attempt} />;
  return (
    <Stack gap="4">
      {isBusy && !state.attempt && (
        <Flex gap="3" align="center" role="status">
          <Spinner size="sm" />
          <Text>
            <Trans>Starting your payment…</Trans>
          </Text>
        </Flex>
      )}
      {state.attempt && <EndedAttemptNotice attempt={state.attempt} />}
      {state.attempt && !state.attempt.isResolved && (
        <Flex justify="space-between" align="center" gap="3" wrap="wrap">
          <Text color="fg.muted" fontSize="sm">
            <Trans>Already paid? The payment appears here.</Trans>
          </Text>
          <Button size="sm" variant="outline" disabled={isBusy} onClick={payment.check}>
            <Trans>I have paid</Trans>
          </Button>
        </Flex>
      )}
      {state.isQuoteOver && (
        <Notice status="warning" title={t`The prices of this order no longer hold`}>
          <Trans>
            What you pay now buys as many days as it pays for at today’s prices, and anything left over is returned. To get what you
            ordered, place a new order.
          </Trans>
        </Notice>
      )}
      {state.attempt?.status !== 'needs_review' && (
        <PayForm
          key={state.attempt?.id ?? 'first'}
          state={state}
          phone={phone}
          isBusy={isBusy}
          refusal={refusal}
          onPay={(choice) => payment.start(proof, choice)}
        />
      )}
    </Stack>
  );
}

const failureCode = ({ status, failure }: PaymentAttempt) =>
  failure ?? (status === 'expired' ? 'expired' : status === 'needs_review' ? 'mismatch' : status === 'cancelled' ? 'cancelled_here' : null);

function EndedAttemptNotice({ attempt }: { attempt: PaymentAttempt }) {
  const failure = describePaymentFailure(failureCode(attempt));
  const [title, text] = [translate(failure.title), translate(failure.text)];
  return (
    <Notice status={attempt.status === 'failed' ? 'error' : 'warning'} title={title}>
      {text}
    </Notice>
  );
}

function Notice({ status, title, children }: { status: 'success' | 'info' | 'warning' | 'error'; title: string; children: ReactNode }) {
  return (
    <Alert.Root status={status} role={status === 'error' ? 'alert' : 'status'}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{children}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

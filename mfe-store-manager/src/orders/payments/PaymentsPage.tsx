import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listPaymentIssues, orderPaymentKeys, type PaymentIssue } from '@masomo/data/store/orderPayments';
import { formatMoney, shillings } from '@masomo/domain/money';
import { paymentMethodLabels, paymentMethods } from '@masomo/domain/orders';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Button, Card, EmptyState, ErrorState, HStack, List, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { OrderDialog } from '../details/OrderDialog.tsx';
import { DismissAttemptForm } from './DismissAttemptForm.tsx';
import { UnmatchedPaymentForm } from './UnmatchedPaymentForm.tsx';
import { translate } from '@masomo/i18n';

const issueTexts: Record<string, { title: string; nextStep: string }> = {
  surplus: { title: t`Paid when nothing was due`, nextStep: t`Open the order and refund it.` },
  review: { title: t`Differs from the amount requested`, nextStep: t`Open the order and accept or refund the payment.` },
  overpaid: {
    title: t`More paid than the order got`,
    nextStep: t`Open the order and return what is too much.`,
  },
  refund_sent: {
    title: t`Refund without an answer`,
    nextStep: t`Check in the provider’s portal whether it was paid, then open the order and enter its reference.`,
  },
  refund_failed: { title: t`Refund refused`, nextStep: t`Open the order and send it again, or transfer the money yourself.` },
  refund_manual: {
    title: t`Refund awaiting your transfer`,
    nextStep: t`Transfer the money, then open the order and enter its reference.`,
  },
  attempt: {
    title: t`Conflicting reports from the provider`,
    nextStep: t`Check in the provider’s portal whether it was paid, then refund it there or confirm it on the order.`,
  },
  unmatched: { title: t`Payment for an unknown order`, nextStep: t`Match it to the order it was meant for.` },
};
const methodLabel = (method: string) => translate(paymentMethodLabels[paymentMethods.find((candidate) => candidate === method) ?? 'bank']);

/** Payments that need a decision: surplus, mismatched or unmatched ones, and refused or manual refunds. */
export function PaymentsPage() {
  const {
    data: issues,
    error,
    reload,
  } = useQuery(orderPaymentKeys.issues(), listPaymentIssues, { live: ['orders', 'payments', 'payment_attempts', 'refunds'] });
  const [orderId, setOrderId] = useState<string>();
  return (
    <>
      <PageHeader title={t`Payments`} description={t`Payments to review. All others are matched to their orders automatically.`} />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !issues && <SkeletonText noOfLines={6} gap="4" />}
      {issues?.length === 0 && (
        <Card.Root>
          <EmptyState title={t`No payments to review`}>
            <Trans>Payments that arrive twice, differ from their order or name none appear here.</Trans>
          </EmptyState>
        </Card.Root>
      )}
      {issues && issues.length > 0 && (
        <List.Root listStyle="none" ps="0" gap="4">
          {issues.map((issue) => (
            <List.Item key={`${issue.kind} ${issue.id}`}>
              <IssueCard issue={issue} onOpen={setOrderId} onDone={reload} />
            </List.Item>
          ))}
        </List.Root>
      )}
      {orderId && <OrderDialog id={orderId} onClose={() => setOrderId(undefined)} />}
    </>
  );
}

function IssueCard({ issue, onOpen, onDone }: { issue: PaymentIssue; onOpen: (id: string) => void; onDone: () => void }) {
  const { title, nextStep } = issueTexts[issue.kind] ?? { title: issue.kind, nextStep: '' };
  const { orderId } = issue;
  return (
    <Card.Root as="article" size="sm" aria-label={`${title}: ${issue.receipt ?? issue.orderNumber ?? ''}`}>
      <Card.Body>
        <HStack justify="space-between" align="start" gap="4" wrap="wrap">
          <Stack gap="1" minW="0" flex="1 1 18rem">
            <HStack wrap="wrap">
              <Badge colorPalette="orange">{title}</Badge>
              <Text as="strong" fontVariantNumeric="tabular-nums">
                {issue.currency === 'KES' ? formatMoney(shillings(issue.amount)) : `${issue.currency} ${issue.amount}`}
              </Text>
            </HStack>
            <Text overflowWrap="anywhere">
              {methodLabel(issue.method)}
              {issue.receipt ? t`, receipt ${issue.receipt}` : ''}
              {issue.orderNumber ? t`, order ${issue.orderNumber} of ${issue.customerName ?? ''}` : ''}
            </Text>
            <Text fontSize="sm" color="fg.muted">
              {formatDateTime(issue.occurredAt)}
              {issue.note ? ` · ${issue.note}` : ''}
            </Text>
            <Text fontSize="sm">{nextStep}</Text>
            {issue.kind === 'attempt' && <DismissAttemptForm attemptId={issue.id} onDone={onDone} />}
            {issue.kind === 'unmatched' && <UnmatchedPaymentForm eventId={issue.id} onDone={onDone} />}
          </Stack>
          {orderId && (
            <Button size="sm" variant="outline" onClick={() => onOpen(orderId)} aria-label={t`Open order ${issue.orderNumber ?? ''}`}>
              <Trans>Open order</Trans>
            </Button>
          )}
        </HStack>
      </Card.Body>
    </Card.Root>
  );
}

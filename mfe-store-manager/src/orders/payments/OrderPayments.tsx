import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listOrderPayments, orderPaymentKeys, type OrderPayment, type RefundStatus } from '@masomo/data/store/orderPayments';
import { formatMoney, kes } from '@masomo/domain/money';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, ErrorState, Heading, HStack, List, SkeletonText, Stack, Text } from '@masomo/design-system';
import { AcceptPaymentForm } from './AcceptPaymentForm.tsx';
import { RefundForm } from '../refunds/RefundForm.tsx';
import { SettleRefundForm } from '../refunds/SettleRefundForm.tsx';

const refundWords: Record<RefundStatus, string> = {
  requested: 'Going back',
  sent: 'Sent, waiting for the provider',
  done: 'Paid back',
  failed: 'Refused',
  manual: 'To be transferred by hand',
};

/** What was paid for an order, and paying it back. */
export function OrderPayments({ orderId, mayManage }: { orderId: string; mayManage: boolean }) {
  const { data: payments, error, reload } = useQuery(orderPaymentKeys.of(orderId), (db) => listOrderPayments(db, orderId));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!payments) return <SkeletonText noOfLines={2} gap="3" />;
  if (payments.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="payments">
      <Heading as="h3" size="sm" id="payments" mb="2">
        Payments
      </Heading>
      <List.Root listStyle="none" ps="0" gap="4">
        {payments.map((payment) => (
          <List.Item key={payment.id}>
            <PaymentRow payment={payment} mayManage={mayManage} />
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}

function PaymentRow({ payment, mayManage }: { payment: OrderPayment; mayManage: boolean }) {
  const [isRefunding, setIsRefunding] = useState(false);
  const pending = payment.refunds
    .filter(({ status }) => status === 'requested' || status === 'sent' || status === 'manual')
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = payment.amount - payment.refunded - pending;
  return (
    <Stack gap="2">
      <HStack justify="space-between" gap="3" wrap="wrap">
        <Text>
          <Text as="strong" fontVariantNumeric="tabular-nums">
            {payment.currency === 'KES' ? formatMoney(kes(payment.amount)) : `${payment.currency} ${payment.amount}`}
          </Text>{' '}
          by {paymentMethodLabels[payment.method]}, receipt{' '}
          <Text as="span" fontFamily="mono" overflowWrap="anywhere">
            {payment.receipt}
          </Text>{' '}
          {payment.state === 'surplus' && <Badge colorPalette="orange">Paid twice</Badge>}
          {payment.state === 'review' && <Badge colorPalette="orange">Differs</Badge>}
          <Text as="span" display="block" fontSize="sm" color="fg.muted">
            {formatDateTime(payment.paidAt)}
            {payment.note ? ` · ${payment.note}` : ''}
          </Text>
        </Text>
        {mayManage && left > 0 && !isRefunding && (
          <Button size="xs" variant="outline" onClick={() => setIsRefunding(true)} aria-label={`Pay back receipt ${payment.receipt}`}>
            Pay back
          </Button>
        )}
      </HStack>
      {payment.refunds.map((refund) => (
        <Box key={refund.id} fontSize="sm" ps="4" borderStartWidth="2px">
          <Text>
            {refundWords[refund.status]}: {formatMoney(kes(refund.amount))}
            {refund.reference ? `, reference ${refund.reference}` : ''}
          </Text>
          <Text color="fg.muted">{refund.reason}</Text>
          {refund.error && <Text color="fg.error">{refund.error}</Text>}
          {mayManage && (refund.status === 'failed' || refund.status === 'manual') && (
            <SettleRefundForm refundId={refund.id} mayRetry={refund.status === 'failed' && payment.method !== 'bank'} />
          )}
        </Box>
      ))}
      {mayManage && payment.state === 'review' && left > 0 && <AcceptPaymentForm paymentId={payment.id} />}
      {isRefunding && (
        <RefundForm paymentId={payment.id} left={left} counts={payment.state === 'received'} onClose={() => setIsRefunding(false)} />
      )}
    </Stack>
  );
}

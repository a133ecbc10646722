import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listOrderPayments, orderPaymentKeys, type OrderPayment } from '@masomo/data/store/orderPayments';
import { formatMoney, shillings } from '@masomo/domain/money';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, ErrorState, Heading, HStack, List, SkeletonText, Stack, Text } from '@masomo/design-system';
import { AcceptPaymentForm } from './AcceptPaymentForm.tsx';
import { RefundForm } from '../refunds/RefundForm.tsx';
import { RefundList } from '../refunds/RefundList.tsx';
import { refundableAmount } from '../refunds/refundableAmount.ts';
import { translate } from '@masomo/i18n';

/** Payments of an order with their refunds, and the actions on them. `surplus` is what is owed back, in shillings. */
export function OrderPayments({ orderId, surplus }: { orderId: string; surplus: number }) {
  const { data: payments, error, reload } = useQuery(orderPaymentKeys.of(orderId), (db) => listOrderPayments(db, orderId));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!payments) return <SkeletonText noOfLines={2} gap="3" />;
  if (payments.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="payments">
      <Heading as="h3" size="sm" id="payments" mb="2">
        <Trans>Payments</Trans>
      </Heading>
      {surplus > 0 && (
        <Text mb="2" fontWeight="600">
          <Trans>{formatMoney(shillings(surplus))} is owed back to the buyer.</Trans>
        </Text>
      )}
      <List.Root listStyle="none" ps="0" gap="4">
        {payments.map((payment, index) => (
          <List.Item key={payment.id}>
            <PaymentRow payment={payment} surplus={index === payments.length - 1 ? surplus : 0} />
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}

function PaymentRow({ payment, surplus }: { payment: OrderPayment; surplus: number }) {
  const canRefund = useIsAllowed('payment:refund');
  const canReconcile = useIsAllowed('payment:reconcile');
  const [isRefunding, setIsRefunding] = useState(false);
  const refundable = refundableAmount(payment);
  const tooMuch = Math.min(refundable, surplus);
  return (
    <Stack gap="2">
      <HStack justify="space-between" gap="3" wrap="wrap">
        <Text>
          <Trans>
            <Text as="strong" fontVariantNumeric="tabular-nums">
              {payment.currency === 'KES' ? formatMoney(shillings(payment.amount)) : `${payment.currency} ${payment.amount}`}
            </Text>{' '}
            by {translate(paymentMethodLabels[payment.method])}, receipt{' '}
            <Text as="span" fontFamily="mono" overflowWrap="anywhere">
              {payment.receipt}
            </Text>
          </Trans>{' '}
          {payment.state === 'surplus' && (
            <Badge colorPalette="orange">
              <Trans>Paid twice</Trans>
            </Badge>
          )}
          {payment.state === 'review' && (
            <Badge colorPalette="orange">
              <Trans>Differs</Trans>
            </Badge>
          )}
          <Text as="span" display="block" fontSize="sm" color="fg.muted">
            {formatDateTime(payment.paidAt)}
            {payment.note ? ` · ${payment.note}` : ''}
          </Text>
        </Text>
        {canRefund && refundable > 0 && !isRefunding && (
          <Button size="xs" variant="outline" onClick={() => setIsRefunding(true)} aria-label={t`Refund receipt ${payment.receipt}`}>
            <Trans>Refund</Trans>
          </Button>
        )}
      </HStack>
      <RefundList payment={payment} />
      {canReconcile && payment.state === 'review' && refundable > 0 && <AcceptPaymentForm paymentId={payment.id} />}
      {isRefunding && (
        <RefundForm
          paymentId={payment.id}
          refundable={refundable}
          suggested={tooMuch > 0 ? tooMuch : refundable}
          effect={payment.state === 'received' ? 'shrinks-order' : 'none'}
          onClose={() => setIsRefunding(false)}
        />
      )}
    </Stack>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Badge, Box, Flex, Stack, Text } from '@masomo/design-system';
import type { BankAccount, BuyerOrder } from '@masomo/data/store/checkout';
import { formatMoney, shillings } from '@masomo/domain/money';
import { isLocked, orderStatusColour, orderStatusLabels, paymentMethodLabels, type OrderStatus } from '@masomo/domain/orders';
import { formatDateTime } from '@masomo/domain/time';
import { BankInstructions } from '../shared/BankInstructions.tsx';
import { DocumentButton } from '../shared/DocumentButton.tsx';
import { OrderItems } from './OrderItems.tsx';
import { LicenceList } from './LicenceList.tsx';
import { ServiceList } from './ServiceList.tsx';
import { translate } from '@masomo/i18n';

const statusDescriptions: Record<OrderStatus, string> = {
  pending: t`We have your order and are waiting for the payment.`,
  processing: t`We are preparing your add-ons.`,
  completed: t`Your order is complete.`,
  cancelled: t`This order was cancelled. Nothing will be charged for it.`,
};

function paymentNote({ paidAt, status, document }: BuyerOrder): string {
  if (paidAt) return t`received on ${formatDateTime(paidAt)}`;
  if (document.refunded > 0) return t`refunded`;
  return isLocked(status) ? t`none` : t`not received yet`;
}

/** An order as its buyer sees it. */
export function OrderView({
  order,
  bank,
  orderKey,
  rating,
  children,
}: {
  order: BuyerOrder;
  /** What proves who ordered; without it there are no documents. */
  orderKey?: string | undefined;
  bank: BankAccount | undefined;
  /** How satisfied the buyer is. */
  rating?: ReactNode;
  /** The payment panel. */
  children?: ReactNode;
}) {
  return (
    <Stack gap="6">
      <Flex gap="3" align="center" wrap="wrap">
        <Badge colorPalette={orderStatusColour(order.status)} size="lg">
          {translate(orderStatusLabels[order.status])}
        </Badge>
        <Text>
          {order.status === 'cancelled' && order.document.refunded > 0
            ? t`This order was cancelled and refunded.`
            : statusDescriptions[order.status]}
        </Text>
      </Flex>
      {order.document.refunded > 0 && (
        <Alert.Root status="info" role="status">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>{formatMoney(shillings(order.document.refunded))} was refunded to you</Trans>
            </Alert.Title>
            <Alert.Description>
              <Trans>Refunds go back the way you paid. Banks and cards may take several working days to show them.</Trans>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {order.document.surplus > 0 && (
        <Alert.Root status="info" role="status">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>{formatMoney(shillings(order.document.surplus))} more was paid than this order used</Trans>
            </Alert.Title>
            <Alert.Description>
              <Trans>We return it the way you paid. You need not do anything; this page says when it is on its way.</Trans>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {order.document.returning > 0 && (
        <Alert.Root status="info" role="status">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>{formatMoney(shillings(order.document.returning))} is on its way back to you</Trans>
            </Alert.Title>
          </Alert.Content>
        </Alert.Root>
      )}
      {order.paymentMethod === 'bank' && order.status === 'pending' && (
        <BankInstructions bank={bank} reference={order.paymentReference} due={order.document.due} validUntil={order.document.validUntil} />
      )}
      {children}
      {order.document.licences.length > 0 && <LicenceList order={order.document} />}
      {order.document.services.length > 0 && <ServiceList services={order.document.services} />}
      <OrderItems order={order} />
      {order.isProven && orderKey ? (
        <DocumentButton orderNumber={order.orderNumber} orderKey={orderKey} isPaid={order.paidAt !== null} />
      ) : (
        <Text color="fg.muted">
          <Trans>For its documents and licence keys, open this order from the link in its confirmation email.</Trans>
        </Text>
      )}
      {rating}
      <Box color="fg.muted" fontSize="sm">
        <Text>
          <Trans>
            Ordered by {order.customerName}, {order.institution}, on {formatDateTime(order.createdAt)}
          </Trans>
        </Text>
        <Text>
          <Trans>
            Payment by {translate(paymentMethodLabels[order.paymentMethod])}: {paymentNote(order)}
          </Trans>
        </Text>
      </Box>
    </Stack>
  );
}

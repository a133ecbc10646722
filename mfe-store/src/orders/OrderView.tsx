import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Badge, Box, Flex, Stack, Text } from '@masomo/design-system';
import type { BankAccount, BuyerOrder } from '@masomo/data/store/checkout';
import { orderStatusColour, paymentMethodLabels, type OrderStatus } from '@masomo/domain/orders';
import { formatDateTime } from '@masomo/domain/time';
import { BankInstructions } from '../shared/BankInstructions.tsx';
import { DocumentButton } from '../shared/DocumentButton.tsx';
import { OrderItems } from './OrderItems.tsx';
import { LicenceList } from './LicenceList.tsx';

const statusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
const statusDescriptions: Record<OrderStatus, string> = {
  pending: 'We have your order and wait for the payment.',
  processing: 'We are preparing your add-ons.',
  completed: 'Your order is complete.',
  cancelled: 'This order was cancelled. Nothing will be charged for it.',
};

/** An order as its buyer sees it. */
export function OrderView({
  order,
  bank,
  children,
}: {
  order: BuyerOrder;
  bank: BankAccount | undefined;
  /** The payment panel. */
  children?: ReactNode;
}) {
  return (
    <Stack gap="6">
      <Flex gap="3" align="center" wrap="wrap">
        <Badge colorPalette={orderStatusColour(order.status)} size="lg">
          {statusLabels[order.status]}
        </Badge>
        <Text>{statusDescriptions[order.status]}</Text>
      </Flex>
      {order.paymentMethod === 'bank' && order.status === 'pending' && (
        <BankInstructions bank={bank} reference={order.paymentReference} total={order.total} />
      )}
      {children}
      {order.document.licences.length > 0 && <LicenceList order={order.document} />}
      <OrderItems order={order} />
      <DocumentButton paidAt={order.paidAt} load={() => Promise.resolve(order.document)} />
      <Box color="fg.muted" fontSize="sm">
        <Text>
          <Trans>
            Ordered by {order.customerName}, {order.institution}, on {formatDateTime(order.createdAt)}
          </Trans>
        </Text>
        <Text>
          <Trans>
            Payment by {paymentMethodLabels[order.paymentMethod]}:{' '}
            {order.paidAt ? t`received on ${formatDateTime(order.paidAt)}` : t`not received yet`}
          </Trans>
        </Text>
      </Box>
    </Stack>
  );
}

import type { ReactNode } from 'react';
import { Badge, Box, Flex, Stack, Text } from '@masomo/design-system';
import type { BankAccount, BuyerOrder } from '@masomo/data/store/checkout';
import { orderStatusColour, paymentMethodLabels, type OrderStatus } from '@masomo/domain/orders';
import { BankInstructions } from '../shared/BankInstructions.tsx';
import { PaperButton } from '../shared/DocumentButton.tsx';
import { OrderItems } from './OrderItems.tsx';
import { LicenceList } from './LicenceList.tsx';

const statusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
const statusWords: Record<OrderStatus, string> = {
  pending: 'We have your order and wait for the payment.',
  processing: 'We are preparing your add-ons.',
  completed: 'Your order is complete.',
  cancelled: 'This order was cancelled. Nothing will be charged for it.',
};

const when = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });

/** An order as its buyer sees it. */
export function OrderView({
  order,
  bank,
  children,
}: {
  order: BuyerOrder;
  bank: BankAccount | undefined;
  /** How it is paid. */ children?: ReactNode;
}) {
  return (
    <Stack gap="6">
      <Flex gap="3" align="center" wrap="wrap">
        <Badge colorPalette={orderStatusColour(order.status)} size="lg">
          {statusLabels[order.status]}
        </Badge>
        <Text>{statusWords[order.status]}</Text>
      </Flex>
      {order.paymentMethod === 'bank' && order.status === 'pending' && (
        <BankInstructions bank={bank} reference={order.paymentReference} total={order.total} />
      )}
      {children}
      {order.paper.licences.length > 0 && <LicenceList order={order.paper} />}
      <OrderItems order={order} />
      <PaperButton paidAt={order.paidAt} read={() => Promise.resolve(order.paper)} />
      <Box color="fg.muted" fontSize="sm">
        <Text>
          Ordered by {order.customerName}, {order.institution}, on {when.format(new Date(order.createdAt))}
        </Text>
        <Text>
          Payment by {paymentMethodLabels[order.paymentMethod]}:{' '}
          {order.paidAt ? `received on ${when.format(new Date(order.paidAt))}` : 'not received yet'}
        </Text>
      </Box>
    </Stack>
  );
}

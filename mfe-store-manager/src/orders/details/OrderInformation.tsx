import type { OrderDetail } from '@masomo/data/store/orders';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { Box, SimpleGrid, Text } from '@masomo/design-system';
import { OrderStatusBadge } from '../OrderStatusBadge.tsx';

const moment = new Intl.DateTimeFormat('en-KE', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Africa/Nairobi' });

/** Who ordered, when, how it is paid and how it stands. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  const facts: [name: string, value: React.ReactNode][] = [
    ['Placed', moment.format(new Date(order.createdAt))],
    ['Status', <OrderStatusBadge key="status" status={order.status} />],
    ['Payment method', paymentMethodLabels[order.paymentMethod]],
    ['Payment reference', order.reference],
    ['Customer', order.customerName],
    ['Email', order.customerEmail],
    ['Phone', order.phone],
    ['Institution', order.institution],
    ['Address', order.address],
    ['Paid', order.paidAt ? moment.format(new Date(order.paidAt)) : 'Not yet'],
  ];
  return (
    <SimpleGrid as="dl" columns={{ base: 1, sm: 2 }} gap="4">
      {facts.map(([name, value]) => (
        <Box key={name}>
          <Text as="dt" fontSize="sm" color="fg.muted">
            {name}
          </Text>
          <Box as="dd" fontWeight="500">
            {value}
          </Box>
        </Box>
      ))}
    </SimpleGrid>
  );
}

import { t } from '@lingui/core/macro';
import type { OrderDetail } from '@masomo/data/store/orders';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { formatFullDateTime } from '@masomo/domain/time';
import { Box, SimpleGrid, Text } from '@masomo/design-system';
import { OrderStatusBadge } from '../OrderStatusBadge.tsx';
import { translate } from '@masomo/i18n';

/** Customer, dates, payment and status of an order as a description list. */
export function OrderInformation({ order }: { order: OrderDetail }) {
  const entries: [name: string, value: React.ReactNode][] = [
    [t`Placed`, formatFullDateTime(order.createdAt)],
    [t`Status`, <OrderStatusBadge key="status" status={order.status} />],
    [t`Payment method`, translate(paymentMethodLabels[order.paymentMethod])],
    [t`Payment reference`, order.reference],
    [t`Customer`, order.customerName],
    [t`Email`, order.customerEmail],
    [t`Phone`, order.phone],
    [t`Institution`, order.institution],
    [t`Address`, order.address],
    ...(order.kraPin ? [[t`KRA PIN`, order.kraPin] satisfies [string, string]] : []),
    [t`Paid`, order.paidAt ? formatFullDateTime(order.paidAt) : t`Not yet`],
  ];
  return (
    <SimpleGrid as="dl" columns={{ base: 1, sm: 2 }} gap="4">
      {entries.map(([name, value]) => (
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

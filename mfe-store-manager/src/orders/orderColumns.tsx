import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderSummary } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { orderStatuses, paymentMethodLabels, type OrderStatus } from '@masomo/domain/orders';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, HStack, Text } from '@masomo/design-system';
import { NativeSelect } from '@masomo/design-system/fields';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { orderStatusOptions } from '../shared/orderStatusLabels.ts';
import { OrderStatusBadge } from './OrderStatusBadge.tsx';
import { translate } from '@masomo/i18n';

type ColumnActions = {
  canSetStatus: boolean;
  onOpen: (order: OrderSummary) => void;
  onStatus: (order: OrderSummary, status: OrderStatus) => void;
};

/** Columns of the order list. */
export function orderColumns({ canSetStatus, onOpen, onStatus }: ColumnActions): DataTableColumn<OrderSummary>[] {
  return [
    {
      id: 'order_number',
      header: t`Order`,
      sortable: true,
      cell: (order) => <TwoLines first={order.orderNumber} second={translate(paymentMethodLabels[order.paymentMethod])} />,
    },
    {
      id: 'customer_name',
      header: t`Customer`,
      sortable: true,
      cell: (order) => <TwoLines first={order.customerName} second={order.institution} />,
    },
    {
      id: 'items',
      header: t`Items`,
      cell: (order) => (
        <Box>
          {order.items.map((item) => (
            <Text key={item.addonName + item.category} fontSize="sm">
              {item.addonName} ×{'\u00a0'}
              {item.quantity}
            </Text>
          ))}
        </Box>
      ),
    },
    {
      id: 'total_amount',
      header: t`Total`,
      sortable: true,
      align: 'end',
      cell: (order) => (
        <Text fontVariantNumeric="tabular-nums" fontWeight="600">
          {formatMoney(kes(order.total))}
        </Text>
      ),
    },
    { id: 'status', header: t`Status`, sortable: true, cell: (order) => <OrderStatusBadge status={order.status} /> },
    { id: 'created_at', header: t`Date`, sortable: true, noWrap: true, cell: (order) => formatDate(order.createdAt) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (order) => (
        <HStack justify="flex-end" gap="2">
          {canSetStatus && order.status === 'pending' && (
            <NativeSelect.Root size="xs" w="32">
              <NativeSelect.Field
                aria-label={t`Status of ${order.orderNumber}`}
                value={order.status}
                onChange={(event) => {
                  const next = orderStatuses.find((status) => status === event.currentTarget.value);
                  if (next) onStatus(order, next);
                }}
              >
                {orderStatusOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          )}
          <Button size="xs" variant="outline" onClick={() => onOpen(order)}>
            <Trans>View</Trans>
          </Button>
        </HStack>
      ),
    },
  ];
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <Box>
      <Text fontWeight="600">{first}</Text>
      <Text fontSize="sm" color="fg.muted">
        {second}
      </Text>
    </Box>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listOrders, orderKeys, type OrderFilter } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { AppLink, Card, EmptyState, ErrorState, Heading, HStack, List, Text } from '@masomo/design-system';
import { PendingRows } from './PendingRows.tsx';

const newest: OrderFilter = { search: '', status: 'all', sort: { column: 'created_at', descending: true }, page: 0, pageSize: 5 };

/** The five newest orders with links to their details, polled so that a new one appears without a reload. */
export function RecentOrders({ canManage }: { canManage: boolean }) {
  const { data: orders, error, reload } = useQuery(orderKeys.list(newest), (db) => listOrders(db, newest), { live: ['orders'] });
  return (
    <Card.Root as="section" aria-labelledby="recent-orders">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="recent-orders">
            <Trans>Recent orders</Trans>
          </Heading>
          <AppLink to="/dashboard/store/orders" fontSize="sm" color="accent.fg">
            <Trans>All orders</Trans>
          </AppLink>
        </HStack>
      </Card.Header>
      <Card.Body>
        {error && <ErrorState error={error} onRetry={reload} />}
        {!error && !orders && <PendingRows />}
        {orders?.rows.length === 0 && (
          <EmptyState title={t`No orders found`}>
            {canManage ? t`Orders will appear here when customers make purchases.` : t`Orders that you place in the store appear here.`}
          </EmptyState>
        )}
        {orders && orders.rows.length > 0 && (
          <List.Root listStyle="none" ps="0" gap="3">
            {orders.rows.map((order) => (
              <List.Item key={order.id}>
                <HStack justify="space-between" align="start" gap="4">
                  <Text minW="0">
                    <AppLink to={`/dashboard/store/orders?order=${order.id}`} fontWeight="600">
                      {order.orderNumber}
                    </AppLink>{' '}
                    <Text as="span" display={{ base: 'block', md: 'inline' }} color="fg.muted">
                      {order.institution}
                    </Text>
                  </Text>
                  <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                    {formatMoney(kes(order.total))}
                  </Text>
                </HStack>
              </List.Item>
            ))}
          </List.Root>
        )}
      </Card.Body>
    </Card.Root>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { exportOrders, getOrderTotals, listOrders, orderKeys, searchResultLimit, type OrderFilter } from '@masomo/data/store/orders';
import { orderStatuses } from '@masomo/domain/orders';
import { Button, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/fields';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useOpenRecord } from '@masomo/remote/useOpenRecord';
import { OrderTotalsCards } from './OrderTotalsCards.tsx';
import { firstOrders, orderFilter } from './orderFilter.ts';
import { orderColumns } from './orderColumns.tsx';
import { exportedOrders } from './exportedOrders.ts';
import { orderStatusOptions } from '../shared/orderStatusLabels.ts';
import { useOrderCommands } from './useOrderCommands.ts';

// What a press opens is no part of the first screen.
const OrderDialog = lazy(async () => ({ default: (await import('./details/OrderDialog.tsx')).OrderDialog }));
const BulkStatusForm = lazy(async () => ({ default: (await import('./BulkStatusForm.tsx')).BulkStatusForm }));
const StatusChangeDialog = lazy(async () => ({ default: (await import('./StatusChangeDialog.tsx')).StatusChangeDialog }));

const statusOptions = [{ value: 'all', label: t`All Status` }, ...orderStatusOptions];

/** The orders the user may see: totals, search, filter, list, export, details. */
export function OrdersPage() {
  const [status, setStatus] = useState<OrderFilter['status']>(firstOrders.status);
  const [openId, setOpenId] = useOpenRecord('order');
  const { data: totals, reload: reloadTotals } = useQuery(orderKeys.totals(), getOrderTotals, { live: ['orders'] });
  const { changeStatus, question } = useOrderCommands();
  const canManage = useIsAllowed('store:manage');
  const canSetStatus = useIsAllowed('order:set-status');
  return (
    <ListScreen
      title={t`Orders Management`}
      label={t`Orders`}
      description={canManage ? t`Track and manage customer orders` : t`Track your orders`}
      export={{ ...exportedOrders(), label: t`Export Orders`, read: (db, filter) => exportOrders(db, orderFilter(filter, status)) }}
      actions={({ reload }) => (
        <Button size="sm" variant="outline" onClick={() => void Promise.all([reload(), reloadTotals()])}>
          <Trans>Refresh</Trans>
        </Button>
      )}
      intro={<OrderTotalsCards totals={totals} canManage={canManage} />}
      search={t`Search orders`}
      searchHint={t`Search orders...`}
      filters={
        <FilterSelect
          label={t`Status`}
          options={statusOptions}
          value={status}
          onValueChange={(chosen) => setStatus(orderStatuses.find((known) => known === chosen) ?? 'all')}
        />
      }
      filterKey={status === 'all' ? '' : status}
      columns={orderColumns({ canSetStatus, onOpen: (order) => setOpenId(order.id), onStatus: changeStatus })}
      sort={firstOrders.sort}
      pageSize={firstOrders.pageSize}
      keyOf={(filter) => orderKeys.list(orderFilter(filter, status))}
      query={(db, filter) => listOrders(db, orderFilter(filter, status))}
      live={['orders']}
      onLoadError={(failure) => console.error('The orders could not be read', failure)}
      notice={({ hasMore }) => (
        <Text role="status" fontSize="sm" color="fg.muted" mb={hasMore ? '3' : '0'}>
          {hasMore &&
            t`Only the newest ${searchResultLimit} matching orders are shown. Refine the search to narrow them down; an export includes all of them.`}
        </Text>
      )}
      rowLabel={(order) => order.orderNumber}
      onOpen={(order) => setOpenId(order.id)}
      {...(canSetStatus
        ? {
            bulkActions: (ids: string[], clear: () => void) => (
              <Suspense fallback={null}>
                <BulkStatusForm ids={new Set(ids)} onDone={clear} />
              </Suspense>
            ),
          }
        : {})}
      empty={{
        title: t`No orders found`,
        text: canManage ? t`Orders will appear here when customers make purchases.` : t`Orders that you place in the store appear here.`,
      }}
      noMatches={{ title: t`No orders found`, text: t`Try adjusting your search or filter criteria.` }}
    >
      <Suspense fallback={null}>
        {question && <StatusChangeDialog {...question} />}
        {openId && <OrderDialog id={openId} onClose={() => setOpenId(null)} />}
      </Suspense>
    </ListScreen>
  );
}

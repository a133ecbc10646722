import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useLocation, useNavigate } from '@masomo/navigation';
import { orderSortColumns, searchResultLimit, type OrderFilter } from '@masomo/data/store/orders';
import { orderStatuses } from '@masomo/domain/orders';
import { Box, Button, EmptyState, HStack, Text } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/fields';
import { DataTable } from '@masomo/design-system/tables';
import { ExportOrdersButton } from './ExportOrdersButton.tsx';
import { OrderTotalsCards } from './OrderTotalsCards.tsx';
import { firstOrders } from './firstOrders.ts';
import { orderColumns } from './orderColumns.tsx';
import { orderStatusOptions } from '../shared/orderStatusLabels.ts';
import { useOrders } from './useOrders.ts';
import { useOrderCommands } from './useOrderCommands.ts';

// What a press opens is no part of the first screen.
const OrderDialog = lazy(async () => ({ default: (await import('./details/OrderDialog.tsx')).OrderDialog }));
const BulkStatusForm = lazy(async () => ({ default: (await import('./BulkStatusForm.tsx')).BulkStatusForm }));
const StatusChangeDialog = lazy(async () => ({ default: (await import('./StatusChangeDialog.tsx')).StatusChangeDialog }));

const statusOptions = [{ value: 'all', label: t`All Status` }, ...orderStatusOptions];

/** The orders the user may see: totals, search, filter, list, export, details. */
export function OrdersPage() {
  const [filter, setFilter] = useState(firstOrders);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // A link opens its order from the query; opening one here is not a navigation, which would take the focus from the dialog.
  const [openId, setOpenId] = useState(() => new URLSearchParams(search).get('order'));
  const close = () => {
    setOpenId(null);
    if (search) void navigate(pathname, { replace: true });
  };
  const { orders, totals, error, isLoading, reload } = useOrders(filter);
  const { changeStatus, question } = useOrderCommands();
  const canManage = useIsAllowed('store:manage');
  const canSetStatus = useIsAllowed('order:set-status');
  const applyFilter = (change: Partial<OrderFilter>) => setFilter({ ...filter, page: 0, ...change });
  const emptyMessage = canManage
    ? t`Orders will appear here when customers make purchases.`
    : t`Orders that you place in the store appear here.`;
  const isFiltered = filter.search.trim() !== '' || filter.status !== 'all';
  return (
    <>
      <PageHeader
        title={t`Orders Management`}
        description={canManage ? t`Track and manage customer orders` : t`Track your orders`}
        actions={
          <HStack>
            <ExportOrdersButton filter={filter} total={orders?.hasMore ? undefined : (orders?.total ?? 0)} />
            <Button size="sm" variant="outline" onClick={() => void reload()}>
              <Trans>Refresh</Trans>
            </Button>
          </HStack>
        }
      />
      <OrderTotalsCards totals={totals} canManage={canManage} />
      <Toolbar>
        <SearchInput
          label={t`Search orders`}
          placeholder={t`Search orders...`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="44">
          <SelectField
            label={t`Status`}
            options={statusOptions}
            value={filter.status}
            onChange={(event) => applyFilter({ status: orderStatuses.find((status) => status === event.currentTarget.value) ?? 'all' })}
          />
        </Box>
      </Toolbar>
      <Text role="status" fontSize="sm" color="fg.muted" mb={orders?.hasMore ? '3' : '0'}>
        {orders?.hasMore &&
          t`Only the newest ${searchResultLimit} matching orders are shown. Refine the search to narrow them down; an export includes all of them.`}
      </Text>
      <DataTable
        label={t`Orders`}
        columns={orderColumns({ canSetStatus, onOpen: (order) => setOpenId(order.id), onStatus: changeStatus })}
        rows={orders?.rows}
        rowId={(order) => order.id}
        rowLabel={(order) => order.orderNumber}
        total={orders?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        sort={filter.sort}
        onSortChange={({ column, descending }) =>
          applyFilter({ sort: { column: orderSortColumns.find((name) => name === column) ?? 'created_at', descending } })
        }
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        {...(canSetStatus
          ? {
              selected,
              onSelectedChange: setSelected,
              bulkActions: (
                <Suspense fallback={null}>
                  <BulkStatusForm ids={selected} onDone={() => setSelected(new Set())} />
                </Suspense>
              ),
            }
          : {})}
        empty={
          <EmptyState title={t`No orders found`}>{isFiltered ? t`Try adjusting your search or filter criteria.` : emptyMessage}</EmptyState>
        }
      />
      <Suspense fallback={null}>
        {question && <StatusChangeDialog {...question} />}
        {openId && <OrderDialog id={openId} onClose={close} />}
      </Suspense>
    </>
  );
}

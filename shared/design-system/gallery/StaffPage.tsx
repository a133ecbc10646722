import { useState } from 'react';
import { InboxIcon, ReceiptIcon } from 'lucide-react';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Badge, Box, Button, ColorModeButton, EmptyState, HStack, Logo, SimpleGrid, Text } from '@masomo/design-system';
import { AdminLayout, PageHeader, StatCard, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/forms';
import { DataTable, type DataTableColumn, type DataTableSort } from '@masomo/design-system/tables';

type Order = { id: string; school: string; county: string; total: number; status: 'Paid' | 'Pending' | 'Cancelled' };
const schools = [
  'Greenfield Academy',
  'Lakeview Primary',
  'Uhuru Girls High',
  'St. Mary’s Kisumu',
  'Nyeri Hill School',
  'Mombasa Coast Academy',
  'Rift Valley Junior',
];
const orders: Order[] = Array.from({ length: 47 }, (_, index) => ({
  id: `ORD-2026-${String(index + 1).padStart(4, '0')}`,
  school: schools[index % schools.length] ?? '',
  county: ['Nairobi', 'Kisumu', 'Nyeri'][index % 3] ?? '',
  total: 4500 + index * 1250,
  status: (['Paid', 'Pending', 'Cancelled'] as const)[index % 3] ?? 'Paid',
}));
const tones = { Paid: 'green', Pending: 'yellow', Cancelled: 'gray' };
const columns: DataTableColumn<Order>[] = [
  {
    id: 'id',
    header: 'Order',
    sortable: true,
    cell: (order) => (
      <Box>
        <AppLink to={`/dashboard/orders/${order.id}`} fontWeight="600">
          {order.id}
        </AppLink>
        <Text textStyle="xs" color="fg.muted">
          M-Pesa
        </Text>
      </Box>
    ),
  },
  { id: 'school', header: 'School', sortable: true, cell: (order) => order.school },
  { id: 'county', header: 'County', isOptional: true, cell: (order) => order.county },
  { id: 'status', header: 'Status', cell: (order) => <Badge colorPalette={tones[order.status]}>{order.status}</Badge> },
  { id: 'total', header: 'Total', sortable: true, align: 'end', cell: (order) => `KSh ${formatNumber(order.total)}` },
  {
    id: 'actions',
    header: '',
    align: 'end',
    cell: () => (
      <HStack justify="flex-end">
        <Button size="xs" variant="outline">
          View
        </Button>
      </HStack>
    ),
  },
];
const menu = [
  { path: '/dashboard', label: 'Dashboard', icon: 'home', end: true },
  { path: '/dashboard/orders', label: 'Orders', icon: 'order', group: 'Store' },
  { path: '/dashboard/addons', label: 'Add-ons', icon: 'addon', group: 'Store' },
  { path: '/dashboard/pages', label: 'Pages', icon: 'page', group: 'Content' },
  { path: '/dashboard/media', label: 'Media', icon: 'media', group: 'Content' },
  { path: '/dashboard/settings', label: 'Settings', icon: 'settings' },
];

export function StaffPage() {
  const state = new URLSearchParams(location.search).get('state');
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState(10);
  const [sort, setSort] = useState<DataTableSort>({ column: 'id', descending: true });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(state === 'selected' ? ['ORD-2026-0001', 'ORD-2026-0003'] : []));
  const [search, setSearch] = useState('');
  const isLoading = state === 'loading';
  return (
    <AdminLayout
      label="Dashboard"
      brand={<Logo name="Masomo" size={24} />}
      menu={menu}
      header={
        <>
          <Text textStyle="sm" color="fg.muted" truncate>
            wanjiru@greenfield.ac.ke
          </Text>
          <ColorModeButton />
        </>
      }
      footer={
        <AppLink to="/" textStyle="sm">
          View site
        </AppLink>
      }
    >
      <PageHeader
        title="Orders"
        description="What schools bought, and what is still to be paid."
        actions={
          <>
            <Button size="sm" variant="outline">
              Export
            </Button>
            <Button size="sm">New order</Button>
          </>
        }
      />
      <SimpleGrid columns={{ base: 2, lg: 4 }} gap={{ base: '3', md: '4' }} mb="6">
        <StatCard
          label="Orders"
          value="1,284"
          isLoading={isLoading}
          icon={<ReceiptIcon />}
          change={{ direction: 'up', label: '12% more than last month', tone: 'good' }}
        />
        <StatCard
          label="Revenue"
          value="KSh 4.2m"
          isLoading={isLoading}
          change={{ direction: 'down', label: '3% less than last month', tone: 'bad' }}
        />
        <StatCard label="Pending" value="17" isLoading={isLoading} hint="KSh 86,000 to come" />
        <StatCard label="Cancelled" value="4" isLoading={isLoading} />
      </SimpleGrid>
      <Toolbar>
        <SearchInput label="Search orders" value={search} onValueChange={setSearch} />
        <Box w="44">
          <SelectField label="Status" options={['All', 'Paid', 'Pending']} />
        </Box>
      </Toolbar>
      <DataTable
        label="Orders"
        columns={columns}
        rows={isLoading || state === 'error' ? undefined : state === 'empty' ? [] : orders.slice(page * pageSize, (page + 1) * pageSize)}
        rowId={(order) => order.id}
        rowLabel={(order) => order.id}
        total={orders.length}
        page={page}
        pageSize={pageSize}
        onPageChange={setPage}
        onPageSizeChange={setPageSize}
        sort={sort}
        onSortChange={setSort}
        isLoading={isLoading}
        error={state === 'error' ? { userMessage: 'The server cannot be reached. Check your connection and try again.' } : undefined}
        onRetry={() => undefined}
        empty={
          <EmptyState icon={<InboxIcon />} title="No orders found">
            Try other words or another status.
          </EmptyState>
        }
        selected={selected}
        onSelectedChange={setSelected}
        bulkActions={
          <Button size="sm" variant="outline">
            Mark as paid
          </Button>
        }
        onRowOpen={() => undefined}
        rememberAs="gallery-orders"
      />
    </AdminLayout>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  listManagedServices,
  managedServiceKeys,
  moveService,
  switchService,
  type ManagedService,
  type ServiceFilter,
} from '@masomo/data/store/manageServices';
import { formatMoney, kes } from '@masomo/domain/money';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, EmptyState, HStack, Text, toaster } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { RowActions } from '../shared/RowActions.tsx';
import { useListParams } from '../shared/useListParams.ts';
import { versionLabels } from './entryFields.ts';
import { ServiceDialog } from './ServiceDialog.tsx';
import { removalLabel, soldLabel } from './soldLabels.ts';
import { usePriceRemoval } from './useRemoval.ts';

const failed = (title: string) => ({
  invalidates: ['services', 'price-book'],
  onError: (failure: DataError) => {
    toaster.error(failureMessage(failure, title));
  },
});

/** The services, in the order of the pricing page. */
export function ServicesTab() {
  const params = useListParams();
  const [filter, setFilter] = useState<ServiceFilter>({ search: params.search, page: 0, pageSize: 25 });
  const [edited, setEdited] = useState<ManagedService | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const { data, error, isLoading, reload } = useQuery(managedServiceKeys.list(filter), (db) => listManagedServices(db, filter), {
    keepPreviousData: true,
  });
  const flip = useCommand(switchService, { ...failed(t`The service was not changed`), isQueued: true });
  const move = useCommand(moveService, { ...failed(t`The service was not moved`), isQueued: true });
  const removal = usePriceRemoval<ManagedService>('service');
  const isFiltered = filter.search.trim() !== '';
  const rows = data?.rows;
  const columns: DataTableColumn<ManagedService>[] = [
    {
      id: 'name',
      header: t`Service`,
      cell: (service) => (
        <Box>
          <HStack gap="2">
            <Text fontWeight="600">{service.name}</Text>
            <Badge>{versionLabels[service.category]}</Badge>
          </HStack>
          <Text fontSize="sm" color="fg.muted" lineClamp="2">
            {service.description}
          </Text>
        </Box>
      ),
    },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      noWrap: true,
      cell: (service) => (
        <Box fontVariantNumeric="tabular-nums">
          <Text fontWeight="600">{formatMoney(kes(service.price))}</Text>
          <Text fontSize="sm" color="fg.muted">
            {translate(unitLabel(service.unit))}
          </Text>
        </Box>
      ),
    },
    { id: 'sold', header: t`Sold to`, noWrap: true, cell: (service) => soldLabel(service) || <Text color="fg.muted">–</Text> },
    {
      id: 'sale',
      header: t`On sale`,
      noWrap: true,
      cell: (service) => (
        <SwitchField
          label={service.isActive ? t`On sale` : t`Hidden`}
          aria-label={t`${service.name} is on sale`}
          checked={service.isActive}
          onChange={() => void flip.run({ id: service.id, isActive: !service.isActive })}
        />
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (service) => (
        <RowActions
          name={service.name}
          onMove={(up) => void move.run({ id: service.id, up })}
          onEdit={() => setEdited(service)}
          onDelete={() => removal.ask(service)}
          isFirst={isFiltered || (filter.page === 0 && rows?.[0]?.id === service.id)}
          isLast={isFiltered || (filter.page * filter.pageSize + (rows?.length ?? 0) === data?.total && rows?.at(-1)?.id === service.id)}
        />
      ),
    },
  ];
  return (
    <>
      <Toolbar>
        <SearchInput
          label={t`Search services`}
          placeholder={t`Search services...`}
          value={filter.search}
          onValueChange={(search) => setFilter({ ...filter, page: 0, search })}
        />
        <Button ms="auto" onClick={() => setEdited('new')}>
          <Trans>New service</Trans>
        </Button>
      </Toolbar>
      <DataTable
        label={t`Services`}
        columns={columns}
        rows={rows}
        rowId={(service) => service.id}
        rowLabel={(service) => service.name}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No services found`}>
            {isFiltered ? t`Try another search.` : t`Create the first service to list it on the pricing page.`}
          </EmptyState>
        }
      />
      {edited && <ServiceDialog service={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={removal.toDelete !== undefined}
        title={t`Are you sure you want to delete this service?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={removal.isRunning}
        body={removal.toDelete && removalLabel(removal.toDelete)}
        onConfirm={removal.confirm}
        onClose={removal.cancel}
      />
    </>
  );
}

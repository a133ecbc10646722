import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  listManagedAddons,
  managedAddonKeys,
  moveAddon,
  switchAddon,
  type AddonFilter,
  type ManagedAddon,
} from '@masomo/data/store/manageAddons';
import { formatMoney, kes } from '@masomo/domain/money';
import { Badge, Box, Button, EmptyState, HStack, Text, toaster } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { RowActions } from '../shared/RowActions.tsx';
import { useListParams } from '../shared/useListParams.ts';
import { AddonDialog } from './AddonDialog.tsx';
import { versionLabels, versionOptions } from './entryFields.ts';
import { usePriceRemoval } from './useRemoval.ts';

const failed = (title: string) => ({
  invalidates: ['addons', 'price-book'],
  onError: (failure: DataError) => {
    toaster.error(failureMessage(failure, title));
  },
});

/** The add-ons of both versions in store order. */
export function AddonsTab() {
  const params = useListParams();
  const [filter, setFilter] = useState<AddonFilter>({ search: params.search, category: 'all', page: 0, pageSize: 25 });
  const [edited, setEdited] = useState<ManagedAddon | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const { data, error, isLoading, reload } = useQuery(managedAddonKeys.list(filter), (db) => listManagedAddons(db, filter), {
    keepPreviousData: true,
  });
  const flip = useCommand(switchAddon, { ...failed(t`The add-on was not changed`), isQueued: true });
  const move = useCommand(moveAddon, { ...failed(t`The add-on was not moved`), isQueued: true });
  const removal = usePriceRemoval<ManagedAddon>('addon');
  const applyFilter = (change: Partial<AddonFilter>) => setFilter({ ...filter, page: 0, ...change });
  const isFiltered = filter.search.trim() !== '' || filter.category !== 'all';
  const rows = data?.rows;
  const columns: DataTableColumn<ManagedAddon>[] = [
    {
      id: 'name',
      header: t`Add-on`,
      cell: (addon) => (
        <Box>
          <HStack gap="2">
            <Text fontWeight="600">{addon.name}</Text>
            <Badge>{versionLabels[addon.category]}</Badge>
          </HStack>
          <Text fontSize="sm" color="fg.muted" lineClamp="2">
            {addon.description}
          </Text>
        </Box>
      ),
    },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      noWrap: true,
      cell: (addon) => (
        <Box fontVariantNumeric="tabular-nums">
          <Text fontWeight="600">{formatMoney(kes(addon.price))}</Text>
          <Text fontSize="sm" color="fg.muted">
            <Trans>per term</Trans>
          </Text>
        </Box>
      ),
    },
    {
      id: 'sale',
      header: t`On sale`,
      noWrap: true,
      cell: (addon) => (
        <SwitchField
          label={addon.isActive ? t`On sale` : t`Hidden`}
          aria-label={t`${addon.name} is on sale`}
          checked={addon.isActive}
          onChange={() => void flip.run({ id: addon.id, isActive: !addon.isActive })}
        />
      ),
    },
    {
      id: 'popular',
      header: t`Popular`,
      cell: (addon) => (
        <SwitchField
          label={t`Popular`}
          aria-label={t`${addon.name} is popular`}
          checked={addon.isPopular}
          onChange={() => void flip.run({ id: addon.id, isPopular: !addon.isPopular })}
        />
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (addon) => (
        <RowActions
          name={addon.name}
          onMove={(up) => void move.run({ id: addon.id, up })}
          onEdit={() => setEdited(addon)}
          onDelete={() => removal.ask(addon)}
          isFirst={isFiltered || (filter.page === 0 && rows?.[0]?.id === addon.id)}
          isLast={isFiltered || (filter.page * filter.pageSize + (rows?.length ?? 0) === data?.total && rows?.at(-1)?.id === addon.id)}
        />
      ),
    },
  ];
  return (
    <>
      <Toolbar>
        <SearchInput
          label={t`Search add-ons`}
          placeholder={t`Search add-ons...`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="56">
          <SelectField
            label={t`Version`}
            options={[{ value: 'all', label: t`Both versions` }, ...versionOptions]}
            value={filter.category}
            onChange={(event) =>
              applyFilter({ category: versionOptions.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all' })
            }
          />
        </Box>
        <Button ms="auto" onClick={() => setEdited('new')}>
          <Trans>New add-on</Trans>
        </Button>
      </Toolbar>
      <DataTable
        label={t`Add-ons`}
        columns={columns}
        rows={rows}
        rowId={(addon) => addon.id}
        rowLabel={(addon) => addon.name}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No add-ons found`}>
            {isFiltered ? t`Try another search or version.` : t`Create the first add-on to sell it in the store.`}
          </EmptyState>
        }
      />
      {edited && <AddonDialog addon={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={removal.toDelete !== undefined}
        title={t`Are you sure you want to delete this add-on?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={removal.isRunning}
        body={t`This permanently removes ${removal.toDelete?.name ?? ''} from the store and the pricing page. Past orders keep its name and price.`}
        onConfirm={removal.confirm}
        onClose={removal.cancel}
      />
    </>
  );
}

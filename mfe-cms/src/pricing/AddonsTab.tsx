import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import {
  listManagedAddons,
  managedAddonKeys,
  moveAddon,
  switchAddon,
  type AddonFilter,
  type ManagedAddon,
} from '@masomo/data/store/manageAddons';
import { formatMoney, kes } from '@masomo/domain/money';
import { Badge, Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { FilterSelect, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList, type ShownList } from '@masomo/remote/RecordList';
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
  const [category, setCategory] = useState<AddonFilter['category']>('all');
  const [edited, setEdited] = useState<ManagedAddon | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const flip = useCommand(switchAddon, { ...failed(t`The add-on was not changed`), isQueued: true });
  const move = useCommand(moveAddon, { ...failed(t`The add-on was not moved`), isQueued: true });
  const removal = usePriceRemoval<ManagedAddon>('addon');
  const columnsOf = ({ isFirst, isLast }: ShownList<ManagedAddon>): DataTableColumn<ManagedAddon>[] => [
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
          isFirst={isFirst(addon)}
          isLast={isLast(addon)}
        />
      ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Add-ons`}
        initialSearch={params.search}
        search={t`Search add-ons`}
        searchHint={t`Search add-ons...`}
        filters={
          <FilterSelect
            label={t`Version`}
            options={[{ value: 'all', label: t`Both versions` }, ...versionOptions]}
            value={category}
            onValueChange={(chosen) => setCategory(versionOptions.find(({ value }) => value === chosen)?.value ?? 'all')}
          />
        }
        filterKey={category === 'all' ? '' : category}
        actions={
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>New add-on</Trans>
          </Button>
        }
        columns={columnsOf}
        pageSize={25}
        keyOf={(filter) => managedAddonKeys.list({ ...filter, category })}
        query={(db, filter) => listManagedAddons(db, { ...filter, category })}
        rowLabel={(addon) => addon.name}
        onOpen={setEdited}
        empty={{ title: t`No add-ons found`, text: t`Create the first add-on to sell it in the store.` }}
        noMatches={{ title: t`No add-ons found`, text: t`Try another search or version.` }}
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

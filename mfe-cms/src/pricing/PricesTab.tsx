import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  alignPrices,
  cancelPriceChange,
  listPriceBook,
  priceBookKeys,
  priceKinds,
  setInStore,
  type PriceEntry,
  type PriceFilter,
  type PriceKind,
} from '@masomo/data/store/priceBook';
import { formatMoney, kes } from '@masomo/domain/money';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { Box, EmptyState, toaster } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable } from '@masomo/design-system/tables';
import { useListParams } from '../shared/useListParams.ts';
import { PlanChangeDialog } from './PlanChangeDialog.tsx';
import { priceColumns } from './priceColumns.tsx';

const kindLabels: Record<PriceKind, string> = { plan: t`Plans`, addon: t`Add-ons`, service: t`Services` };

/** Every price in one list: what the store charges, what the public pages list, and scheduled changes. */
export function PricesTab() {
  const params = useListParams();
  const [filter, setFilter] = useState<PriceFilter>({
    kind: 'all',
    search: params.search,
    onlyDisagreements: false,
    page: 0,
    pageSize: 25,
  });
  const [planned, setPlanned] = useState<PriceEntry>();
  const [moved, setMoved] = useState<PriceEntry>();
  const { data, error, isLoading, reload } = useQuery(priceBookKeys.list(filter), (db) => listPriceBook(db, filter), {
    keepPreviousData: true,
  });
  const align = useCommand(alignPrices, {
    invalidates: ['price-book', 'addons'],
    onSuccess: () => {
      toaster.success({ title: t`All pages now show the store price` });
    },
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The prices were not aligned`));
    },
  });
  const cancel = useCommand(cancelPriceChange, {
    invalidates: ['price-book'],
    onSuccess: () => {
      toaster.success({ title: t`Announced price withdrawn` });
    },
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The announced price was not withdrawn`));
    },
  });
  const store = useCommand(setInStore, {
    invalidates: ['price-book', 'plans', 'services'],
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The store was not changed`));
    },
  });
  const putInStore = ({ kind, id, isInStore, name }: PriceEntry) => {
    if (kind === 'addon') return;
    void store
      .run({ kind, id, isInStore: !isInStore })
      .then(
        (done) =>
          done && toaster.success({ title: isInStore ? t`${name} is no longer sold in the store` : t`${name} is sold in the store now` }),
      )
      .finally(() => setMoved(undefined));
  };
  const applyFilter = (change: Partial<PriceFilter>) => setFilter({ ...filter, page: 0, ...change });
  const isNarrowed = filter.search.trim() !== '' || filter.kind !== 'all' || filter.onlyDisagreements;
  return (
    <>
      <Toolbar>
        <SearchInput
          label={t`Search the price book`}
          placeholder={t`Search items...`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="40">
          <SelectField
            label={t`Kind`}
            options={[{ value: 'all', label: t`All kinds` }, ...priceKinds.map((value) => ({ value, label: kindLabels[value] }))]}
            value={filter.kind}
            onChange={(event) => applyFilter({ kind: priceKinds.find((value) => value === event.currentTarget.value) ?? 'all' })}
          />
        </Box>
        <SwitchField
          label={t`Mismatches only`}
          checked={filter.onlyDisagreements}
          onChange={() => applyFilter({ onlyDisagreements: !filter.onlyDisagreements })}
        />
      </Toolbar>
      <DataTable
        label={t`Price book`}
        rows={data?.rows}
        rowId={(entry) => entry.id}
        rowLabel={(entry) => entry.name}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        columns={priceColumns({
          onAlign: (entry) => void align.run(entry.id),
          onPlan: setPlanned,
          onStore: setMoved,
          onCancel: (entry) => entry.planned && void cancel.run(entry.planned.id),
        })}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={filter.onlyDisagreements ? t`All prices match` : t`Nothing found`}>
            {isNarrowed ? t`No items match the filter.` : t`The price book is empty.`}
          </EmptyState>
        }
      />
      {moved && (
        <ConfirmDialog
          isOpen
          title={moved.isInStore ? t`Remove ${moved.name} from the store?` : t`Sell ${moved.name} in the store?`}
          body={
            moved.isInStore
              ? t`It can no longer be ordered there. Existing orders and licences are kept.`
              : t`Anyone can order it there right away, for ${formatMoney(kes(moved.price))} ${translate(unitLabel(moved.unit))}.`
          }
          confirmLabel={moved.isInStore ? t`Remove from store` : t`Sell in store`}
          isBusy={store.isRunning}
          onConfirm={() => putInStore(moved)}
          onClose={() => setMoved(undefined)}
        />
      )}
      {planned && <PlanChangeDialog entry={planned} onClose={() => setPlanned(undefined)} />}
    </>
  );
}

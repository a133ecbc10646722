import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
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
import { toaster } from '@masomo/design-system';
import { FilterSelect, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { RecordList } from '@masomo/remote/RecordList';
import { useListParams } from '../shared/useListParams.ts';
import { PlanChangeDialog } from './PlanChangeDialog.tsx';
import { priceColumns } from './priceColumns.tsx';

const kindLabels: Record<PriceKind, string> = { plan: t`Plans`, addon: t`Add-ons`, service: t`Services` };

/** Every price in one list: what the store charges, what the public pages list, and scheduled changes. */
export function PricesTab() {
  const params = useListParams();
  const [kind, setKind] = useState<PriceFilter['kind']>('all');
  const [onlyDisagreements, setOnlyDisagreements] = useState(false);
  const [planned, setPlanned] = useState<PriceEntry>();
  const [moved, setMoved] = useState<PriceEntry>();
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
  const narrowed = { kind, onlyDisagreements };
  return (
    <>
      <RecordList
        label={t`Price book`}
        initialSearch={params.search}
        search={t`Search the price book`}
        searchHint={t`Search items...`}
        filters={
          <>
            <FilterSelect
              label={t`Kind`}
              options={[{ value: 'all', label: t`All kinds` }, ...priceKinds.map((value) => ({ value, label: kindLabels[value] }))]}
              value={kind}
              onValueChange={(chosen) => setKind(priceKinds.find((value) => value === chosen) ?? 'all')}
            />
            <SwitchField label={t`Mismatches only`} checked={onlyDisagreements} onChange={() => setOnlyDisagreements(!onlyDisagreements)} />
          </>
        }
        filterKey={`${kind === 'all' ? '' : kind}${onlyDisagreements ? ' mismatches' : ''}`}
        columns={priceColumns({
          onAlign: (entry) => void align.run(entry.id),
          onPlan: setPlanned,
          onStore: setMoved,
          onCancel: (entry) => entry.planned && void cancel.run(entry.planned.id),
        })}
        pageSize={25}
        keyOf={(filter) => priceBookKeys.list({ ...filter, ...narrowed })}
        query={(db, filter) => listPriceBook(db, { ...filter, ...narrowed })}
        rowLabel={(entry) => entry.name}
        empty={{ title: t`Nothing found`, text: t`The price book is empty.` }}
        noMatches={{ title: onlyDisagreements ? t`All prices match` : t`Nothing found`, text: t`No items match the filter.` }}
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

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import { listManagedPlans, managedPlanKeys, movePlan, switchPlan, type ManagedPlan, type PlanFilter } from '@masomo/data/store/managePlans';
import { Button, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { RecordList, type ShownList } from '@masomo/remote/RecordList';
import { useListParams } from '../shared/useListParams.ts';
import { versionOptions } from './entryFields.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { planColumns } from './planColumns.tsx';
import { removalLabel } from './soldLabels.ts';
import { usePriceRemoval } from './useRemoval.ts';

const failed = (title: string) => ({
  invalidates: ['plans', 'price-book'],
  onError: (failure: DataError) => {
    toaster.error(failureMessage(failure, title));
  },
});

/** The plans of both versions in the order of the pricing page: edit, move, show or hide. */
export function PlansTab() {
  const params = useListParams();
  const [category, setCategory] = useState<PlanFilter['category']>('all');
  const [edited, setEdited] = useState<ManagedPlan | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const flip = useCommand(switchPlan, { ...failed(t`The plan was not changed`), isQueued: true });
  const move = useCommand(movePlan, { ...failed(t`The plan was not moved`), isQueued: true });
  const removal = usePriceRemoval<ManagedPlan>('plan');
  /** A plan moves among those of its version; in a search its neighbours are not the ones of the page. */
  const isAtEndOf =
    ({ rows = [], filter, total }: ShownList<ManagedPlan>) =>
    (plan: ManagedPlan, step: -1 | 1) => {
      const at = rows.findIndex(({ id }) => id === plan.id) + step;
      const isKnown = rows[at] !== undefined || (step < 0 ? filter.page === 0 : filter.page * filter.pageSize + rows.length === total);
      return filter.search.trim() !== '' || (isKnown && rows[at]?.category !== plan.category);
    };
  return (
    <>
      <RecordList<ManagedPlan>
        label={t`Plans`}
        initialSearch={params.search}
        search={t`Search plans`}
        searchHint={t`Search plans...`}
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
            <Trans>New plan</Trans>
          </Button>
        }
        columns={(list) =>
          planColumns({
            onSwitch: ({ id, isActive }) => void flip.run({ id, isActive: !isActive }),
            onMove: ({ id }, up) => void move.run({ id, up }),
            onEdit: setEdited,
            onDelete: removal.ask,
            isAtEnd: isAtEndOf(list),
          })
        }
        pageSize={25}
        keyOf={(filter) => managedPlanKeys.list({ ...filter, category })}
        query={(db, filter) => listManagedPlans(db, { ...filter, category })}
        rowLabel={(plan) => plan.name}
        onOpen={setEdited}
        empty={{ title: t`No plans found`, text: t`Create the first plan to show it on the pricing page.` }}
        noMatches={{ title: t`No plans found`, text: t`Try another search or version.` }}
      />
      {edited && <PlanDialog plan={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={removal.toDelete !== undefined}
        title={t`Are you sure you want to delete this plan?`}
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

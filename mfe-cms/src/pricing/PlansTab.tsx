import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import { listManagedPlans, managedPlanKeys, movePlan, switchPlan, type ManagedPlan, type PlanFilter } from '@masomo/data/store/managePlans';
import { Box, Button, EmptyState, toaster } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable } from '@masomo/design-system/tables';
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
  const [filter, setFilter] = useState<PlanFilter>({ search: params.search, category: 'all', page: 0, pageSize: 25 });
  const [edited, setEdited] = useState<ManagedPlan | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const { data, error, isLoading, reload } = useQuery(managedPlanKeys.list(filter), (db) => listManagedPlans(db, filter), {
    keepPreviousData: true,
  });
  const flip = useCommand(switchPlan, { ...failed(t`The plan was not changed`), isQueued: true });
  const move = useCommand(movePlan, { ...failed(t`The plan was not moved`), isQueued: true });
  const removal = usePriceRemoval<ManagedPlan>('plan');
  const applyFilter = (change: Partial<PlanFilter>) => setFilter({ ...filter, page: 0, ...change });
  const rows = data?.rows ?? [];
  const isAtEnd = (plan: ManagedPlan, step: -1 | 1) => {
    const at = rows.findIndex(({ id }) => id === plan.id) + step;
    const isKnown = rows[at] !== undefined || (step < 0 ? filter.page === 0 : filter.page * filter.pageSize + rows.length === data?.total);
    return filter.search.trim() !== '' || (isKnown && rows[at]?.category !== plan.category);
  };
  return (
    <>
      <Toolbar>
        <SearchInput
          label={t`Search plans`}
          placeholder={t`Search plans...`}
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
          <Trans>New plan</Trans>
        </Button>
      </Toolbar>
      <DataTable
        label={t`Plans`}
        rows={data?.rows}
        rowId={(plan) => plan.id}
        rowLabel={(plan) => plan.name}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        columns={planColumns({
          onSwitch: ({ id, isActive }) => void flip.run({ id, isActive: !isActive }),
          onMove: ({ id }, up) => void move.run({ id, up }),
          onEdit: setEdited,
          onDelete: removal.ask,
          isAtEnd,
        })}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No plans found`}>
            {filter.search.trim() || filter.category !== 'all'
              ? t`Try another search or version.`
              : t`Create the first plan to show it on the pricing page.`}
          </EmptyState>
        }
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

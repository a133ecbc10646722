import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  deleteAddon,
  listAddonFigures,
  listManagedAddons,
  managedAddonKeys,
  moveAddon,
  switchAddon,
  type AddonFilter,
  type ManagedAddon,
} from '@masomo/data/store/manageAddons';
import { useLocation, useNavigate } from '@masomo/navigation';
import { Box, ButtonLink, EmptyState, toaster } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable } from '@masomo/design-system/tables';
import { AddonDialog } from './AddonDialog.tsx';
import { addonColumns } from './addonColumns.tsx';
import { addonCategories } from '../shared/categories.ts';

const listPath = '/dashboard/store/addons';
const newPath = `${listPath}/new`;

/** Manages the add-ons of the price book: search, filter, order, activate, create, edit, delete. */
export function AddonsPage() {
  const [filter, setFilter] = useState<AddonFilter>({ search: '', category: 'all', page: 0, pageSize: 20 });
  const [edited, setEdited] = useState<ManagedAddon>();
  const [addonToDelete, setAddonToDelete] = useState<ManagedAddon>();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data, error, isLoading, reload } = useQuery(managedAddonKeys.list(filter), (db) => listManagedAddons(db, filter), {
    keepPreviousData: true,
  });
  // The list does not wait for them.
  const { data: figures } = useQuery(managedAddonKeys.figures(), listAddonFigures);
  const toggle = useCommand(switchAddon, {
    isQueued: true,
    invalidates: ['addons'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The add-on was not changed`)),
  });
  const move = useCommand(moveAddon, {
    isQueued: true,
    invalidates: ['addons'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The add-on was not moved`)),
  });
  const remove = useCommand(deleteAddon, {
    invalidates: ['addons'],
    onSuccess: () => {
      toaster.success({ title: t`Add-on deleted` });
      setAddonToDelete(undefined);
    },
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The add-on was not deleted`));
      setAddonToDelete(undefined);
    },
  });
  const applyFilter = (change: Partial<AddonFilter>) => setFilter({ ...filter, page: 0, ...change });
  const isFiltered = filter.search.trim() !== '' || filter.category !== 'all';
  const rows = data?.rows;
  const isFirst = ({ id }: ManagedAddon) => isFiltered || (filter.page === 0 && rows?.[0]?.id === id);
  const isLast = ({ id }: ManagedAddon) =>
    isFiltered || (filter.page * filter.pageSize + (rows?.length ?? 0) === data?.total && rows?.at(-1)?.id === id);
  return (
    <>
      <PageHeader
        title={t`Add-ons`}
        description={t`Add-ons in the store, in the order visitors see them.`}
        actions={
          <ButtonLink to={newPath} size="sm">
            <Trans>New add-on</Trans>
          </ButtonLink>
        }
      />
      <Toolbar>
        <SearchInput
          label={t`Search add-ons`}
          placeholder={t`Search add-ons...`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="44">
          <SelectField
            label={t`Category`}
            options={[{ value: 'all', label: t`All categories` }, ...addonCategories]}
            value={filter.category}
            onChange={(event) =>
              applyFilter({ category: addonCategories.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all' })
            }
          />
        </Box>
      </Toolbar>
      <DataTable
        label={t`Add-ons`}
        columns={addonColumns({
          figures,
          onSwitch: (change) => void toggle.run(change),
          onEdit: setEdited,
          onDelete: setAddonToDelete,
          onMove: (step) => void move.run(step),
          isFirst,
          isLast,
        })}
        rows={rows}
        rowId={(addon) => addon.id}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No add-ons found`}>
            {isFiltered ? t`Try adjusting your search or category.` : t`Create the first add-on to sell it in the store.`}
          </EmptyState>
        }
      />
      {pathname === newPath && <AddonDialog onClose={() => void navigate(listPath)} />}
      {edited && <AddonDialog addon={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={addonToDelete !== undefined}
        title={t`Are you sure you want to delete this add-on?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={remove.isRunning}
        body={t`This removes ${addonToDelete?.name ?? ''} from the store at once. Past orders keep its name and price.`}
        onConfirm={() => addonToDelete && void remove.run(addonToDelete.id)}
        onClose={() => setAddonToDelete(undefined)}
      />
    </>
  );
}

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
import { ButtonLink, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/fields';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ListScreen } from '@masomo/remote/ListScreen';
import { AddonDialog } from './AddonDialog.tsx';
import { addonColumns } from './addonColumns.tsx';
import { addonCategories } from '../shared/categories.ts';

const listPath = '/dashboard/store/addons';
const newPath = `${listPath}/new`;

/** Manages the add-ons of the price book: search, filter, order, activate, create, edit, delete. */
export function AddonsPage() {
  const [category, setCategory] = useState<AddonFilter['category']>('all');
  const [edited, setEdited] = useState<ManagedAddon>();
  const [addonToDelete, setAddonToDelete] = useState<ManagedAddon>();
  const { pathname } = useLocation();
  const navigate = useNavigate();
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
  return (
    <ListScreen<ManagedAddon>
      title={t`Add-ons`}
      description={t`Add-ons in the store, in the order visitors see them.`}
      actions={
        <ButtonLink to={newPath} size="sm">
          <Trans>New add-on</Trans>
        </ButtonLink>
      }
      search={t`Search add-ons`}
      searchHint={t`Search add-ons...`}
      filters={
        <FilterSelect
          label={t`Category`}
          options={[{ value: 'all', label: t`All categories` }, ...addonCategories]}
          value={category}
          onValueChange={(chosen) => setCategory(addonCategories.find(({ value }) => value === chosen)?.value ?? 'all')}
        />
      }
      filterKey={category === 'all' ? '' : category}
      columns={({ isFirst, isLast }) =>
        addonColumns({
          figures,
          onSwitch: (change) => void toggle.run(change),
          onEdit: setEdited,
          onDelete: setAddonToDelete,
          onMove: (step) => void move.run(step),
          isFirst,
          isLast,
        })
      }
      export={{
        name: t`Add-ons`,
        columns: [
          { title: t`Add-on`, value: (addon) => addon.name },
          { title: t`Category`, value: (addon) => addonCategories.find(({ value }) => value === addon.category)?.label },
          { title: t`Price (KES)`, value: (addon) => addon.price },
          { title: t`Active`, value: (addon) => addon.isActive },
          { title: t`Popular`, value: (addon) => addon.isPopular },
          { title: t`Updated`, value: (addon) => addon.updatedAt, as: 'time' },
        ],
      }}
      keyOf={(filter) => managedAddonKeys.list({ ...filter, category })}
      query={(db, filter) => listManagedAddons(db, { ...filter, category })}
      rowLabel={(addon) => addon.name}
      onOpen={setEdited}
      empty={{ title: t`No add-ons found`, text: t`Create the first add-on to sell it in the store.` }}
      noMatches={{ title: t`No add-ons found`, text: t`Try adjusting your search or category.` }}
    >
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
    </ListScreen>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { deleteRedirect, listRedirects, redirectKeys, type Redirect } from '@masomo/data/site/redirects';
import { Button, HStack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useListParams } from '../shared/useListParams.ts';
import { RedirectDialog } from './RedirectDialog.tsx';

/** The list of redirects: search, add, edit, delete. */
export function RedirectsPage() {
  const params = useListParams();
  const [edited, setEdited] = useState<Redirect | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const [toDelete, setToDelete] = useState<Redirect>();
  const remove = useCommand(deleteRedirect, {
    invalidates: ['redirects'],
    onSuccess: () => {
      toaster.success({ title: t`Redirect deleted` });
      setToDelete(undefined);
    },
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The redirect was not deleted`));
    },
  });
  const columns: DataTableColumn<Redirect>[] = [
    {
      id: 'from',
      header: t`Old address`,
      cell: (row) => (
        <Text fontWeight="600" wordBreak="break-all">
          {row.from}
        </Text>
      ),
    },
    { id: 'to', header: t`Leads to`, cell: (row) => <Text wordBreak="break-all">{row.to}</Text> },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack justify="flex-end" gap="1">
          <Button size="xs" variant="outline" aria-label={t`Edit ${row.from}`} onClick={() => setEdited(row)}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="xs" variant="outline" aria-label={t`Delete ${row.from}`} onClick={() => setToDelete(row)}>
            <Trans>Delete</Trans>
          </Button>
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Redirects`}
      description={t`Addresses that have moved permanently. Renaming a published page adds a redirect automatically.`}
      actions={
        <Button size="sm" onClick={() => setEdited('new')}>
          <Trans>New redirect</Trans>
        </Button>
      }
      search={t`Search redirects`}
      searchHint={t`Search redirects...`}
      columns={columns}
      pageSize={25}
      keyOf={redirectKeys.list}
      query={listRedirects}
      rowLabel={(row) => row.from}
      onOpen={setEdited}
      empty={{ title: t`No redirects found`, text: t`Add a redirect for the first address that has moved.` }}
      noMatches={{ title: t`No redirects found`, text: t`Try another search.` }}
    >
      {edited && <RedirectDialog redirect={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title={t`Delete this redirect?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={remove.isRunning}
        body={t`Visitors to ${toDelete?.from ?? 'the old address'} will see that the page does not exist.`}
        onConfirm={() => toDelete && void remove.run(toDelete.id)}
        onClose={() => setToDelete(undefined)}
      />
    </ListScreen>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { deleteRedirect, listRedirects, redirectKeys, type Redirect, type RedirectFilter } from '@masomo/data/site/redirects';
import { Button, EmptyState, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { useListParams } from '../shared/useListParams.ts';
import { RedirectDialog } from './RedirectDialog.tsx';

/** The list of redirects: search, add, edit, delete. */
export function RedirectsPage() {
  const params = useListParams();
  const [filter, setFilter] = useState<RedirectFilter>({ search: params.search, page: 0, pageSize: 25 });
  const [edited, setEdited] = useState<Redirect | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const [toDelete, setToDelete] = useState<Redirect>();
  const { data, error, isLoading, reload } = useQuery(redirectKeys.list(filter), (db) => listRedirects(db, filter), {
    keepPreviousData: true,
  });
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
    <>
      <PageHeader
        title={t`Redirects`}
        description={t`Addresses that have moved permanently. Renaming a published page adds a redirect automatically.`}
        actions={
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>New redirect</Trans>
          </Button>
        }
      />
      <Toolbar>
        <SearchInput
          label={t`Search redirects`}
          placeholder={t`Search redirects...`}
          value={filter.search}
          onValueChange={(search) => setFilter({ ...filter, page: 0, search })}
        />
      </Toolbar>
      <DataTable
        label={t`Redirects`}
        columns={columns}
        rows={data?.rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.from}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No redirects found`}>
            {filter.search.trim() ? t`Try another search.` : t`Add a redirect for the first address that has moved.`}
          </EmptyState>
        }
      />
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
    </>
  );
}

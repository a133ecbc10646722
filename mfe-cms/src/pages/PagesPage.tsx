import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { deletePage, listPages, pageKeys, publishPage, unpublishPage, getPage, type PageFilter, type PageSummary } from '@masomo/data/pages';
import { AppLink, Badge, Box, Button, ButtonLink, EmptyState, HStack, Text } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';

const statuses = [{ value: 'all', label: 'All pages' }, { value: 'published', label: 'Published' }, { value: 'draft', label: 'Draft' }] as const;
const when = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });
const tell = (error: { message: string }) => toaster.error({ title: 'That did not work', description: error.message });

/** Every page of the CMS: find, publish, preview, edit, delete. */
export function PagesPage() {
  const [filter, setFilter] = useState<PageFilter>({ search: '', status: 'all', page: 0, pageSize: 20 });
  const [toDelete, setToDelete] = useState<PageSummary>();
  const { data: pages, error, isLoading, reload } = useQuery(pageKeys.list(filter), (db) => listPages(db, filter), { keepPreviousData: true });
  const publish = useCommand(async (db, id: string) => publishPage(db, { id, version: (await getPage(db, id)).version }), { invalidates: ['pages'], onError: tell });
  const unpublish = useCommand(unpublishPage, { invalidates: ['pages'], onError: tell });
  const remove = useCommand(deletePage, { invalidates: ['pages'], onError: tell, onSuccess: () => setToDelete(undefined) });
  const narrow = (change: Partial<PageFilter>) => setFilter({ ...filter, page: 0, ...change });

  const columns: DataTableColumn<PageSummary>[] = [
    {
      id: 'title', header: 'Title',
      cell: (page) => <Box><AppLink to={`/dashboard/cms/pages/${page.id}/edit`} fontWeight="600">{page.title}</AppLink><Text fontSize="sm" color="fg.muted">/{page.slug}</Text></Box>,
    },
    { id: 'status', header: 'Status', cell: (page) => <PageStatus page={page} /> },
    { id: 'updated_at', header: 'Changed', cell: (page) => when.format(new Date(page.updatedAt)) },
    {
      id: 'actions', header: '', align: 'end',
      cell: (page) => (
        <HStack gap="1" justify="flex-end">
          <Button size="xs" variant="ghost" asChild><a href={`/${page.slug}`} target="_blank" rel="noopener">Preview</a></Button>
          {page.isPublished
            ? <Button size="xs" variant="ghost" disabled={unpublish.isRunning} onClick={() => void unpublish.run(page.id)}>Unpublish</Button>
            : <Button size="xs" variant="ghost" disabled={publish.isRunning} onClick={() => void publish.run(page.id)}>Publish</Button>}
          {!page.isSystem && <Button size="xs" variant="ghost" onClick={() => setToDelete(page)}>Delete</Button>}
        </HStack>
      ),
    },
  ];

  return (
    <>
      <PageHeader title="Pages" description="Write, publish and take back the site's own pages." actions={<ButtonLink to="/dashboard/cms/pages/new" size="sm">New page</ButtonLink>} />
      <Toolbar>
        <SearchInput label="Search pages" placeholder="Search title or slug" value={filter.search} onValueChange={(search) => narrow({ search })} />
        <Box w="44"><SelectField label="Status" options={statuses} value={filter.status} onChange={(event) => narrow({ status: statuses.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all' })} /></Box>
      </Toolbar>
      <DataTable
        label="Pages" columns={columns} rows={pages?.rows} rowId={(page) => page.id} total={pages?.total ?? 0} page={filter.page} pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })} isLoading={isLoading} error={error} onRetry={reload}
        empty={<EmptyState title="No pages found" action={<ButtonLink to="/dashboard/cms/pages/new" size="sm">New page</ButtonLink>} />}
      />
      <ConfirmDialog
        isOpen={toDelete !== undefined} title="Are you sure you want to delete this page?" body={toDelete && `“${toDelete.title}” and its versions are gone for good.`}
        confirmLabel="Delete" tone="danger" isBusy={remove.isRunning} onConfirm={() => toDelete && void remove.run(toDelete.id)} onClose={() => setToDelete(undefined)}
      />
    </>
  );
}

function PageStatus({ page }: { page: PageSummary }) {
  if (!page.isPublished) return <Badge colorPalette="gray">Draft</Badge>;
  return <HStack gap="1"><Badge colorPalette="green">Published</Badge>{page.hasChanges && <Badge colorPalette="yellow">Unpublished changes</Badge>}</HStack>;
}

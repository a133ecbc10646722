import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listPageAuthors, listPages, pageKeys, type PageFilter, type PageSummary } from '@masomo/data/site/pages';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, Button, ButtonLink, EmptyState, HStack, Text } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { PageStatus } from './PageStatus.tsx';
import { TranslationBadge } from '../shared/TranslationBadge.tsx';
import { usePageCommands } from './usePageCommands.ts';

const statuses = [
  { value: 'all', label: t`All pages` },
  { value: 'published', label: t`Published` },
  { value: 'changed', label: t`Unpublished changes` },
  { value: 'scheduled', label: t`Scheduled` },
  { value: 'draft', label: t`Draft` },
  { value: 'untranslated', label: t`Needs Swahili` },
] as const;
const noSelection: ReadonlySet<string> = new Set();

/** The list of pages: search, publish, preview, edit, duplicate, delete. */
export function PagesPage() {
  const [filter, setFilter] = useState<PageFilter>({
    search: '',
    status: 'all',
    author: '',
    sort: { by: 'updated_at', isDescending: true },
    page: 0,
    pageSize: 20,
  });
  const [toDelete, setToDelete] = useState<PageSummary>();
  const [selected, setSelected] = useState(noSelection);
  const {
    data: pages,
    error,
    isLoading,
    reload,
  } = useQuery(pageKeys.list(filter), (db) => listPages(db, filter), {
    keepPreviousData: true,
    onError: (failure) => console.error('The pages could not be read', failure),
  });
  const { data: authors } = useQuery(pageKeys.authors(), listPageAuthors);
  const commands = usePageCommands({ onDeleted: () => setToDelete(undefined) });
  const applyFilter = (change: Partial<PageFilter>) => setFilter({ ...filter, page: 0, ...change });
  const selectedPages = pages?.rows.filter(({ id }) => selected.has(id)) ?? [];

  const columns: DataTableColumn<PageSummary>[] = [
    {
      id: 'title',
      header: t`Title`,
      sortable: true,
      cell: (page) => (
        <Box>
          <AppLink to={`/dashboard/cms/pages/${page.id}/edit`} fontWeight="600">
            {page.title}
          </AppLink>
          <Text fontSize="sm" color="fg.muted">
            /{page.slug}
          </Text>
          <TranslationBadge state={page.translationState} />
        </Box>
      ),
    },
    { id: 'status', header: t`Status`, cell: (page) => <PageStatus page={page} /> },
    {
      id: 'updated_at',
      header: t`Changed`,
      sortable: true,
      noWrap: true,
      cell: (page) => (
        <Box>
          {formatDateTime(page.updatedAt)}
          <Text fontSize="sm" color="fg.muted">
            {page.updatedBy}
          </Text>
        </Box>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (page) => (
        <HStack gap="1" justify={{ base: 'flex-start', md: 'flex-end' }} flexWrap="wrap">
          <Button size="xs" variant="ghost" asChild>
            <a href={`/${page.slug === 'home' ? '' : page.slug}`} target="_blank" rel="noopener">
              <Trans>Preview</Trans>
            </a>
          </Button>
          {page.isPublished ? (
            <Button size="xs" variant="ghost" disabled={commands.isBusy} onClick={() => void commands.unpublish([page])}>
              <Trans>Unpublish</Trans>
            </Button>
          ) : (
            <Button size="xs" variant="ghost" disabled={commands.isBusy} onClick={() => void commands.publish([page])}>
              <Trans>Publish</Trans>
            </Button>
          )}
          <Button size="xs" variant="ghost" disabled={commands.isBusy} onClick={() => void commands.duplicate(page.id)}>
            <Trans>Duplicate</Trans>
          </Button>
          {!page.isSystem && (
            <Button size="xs" variant="ghost" onClick={() => setToDelete(page)}>
              <Trans>Delete</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];

  return (
    <>
      <PageHeader
        title={t`Pages`}
        description={t`Write, publish and unpublish the site's pages.`}
        actions={
          <ButtonLink to="/dashboard/cms/pages/new" size="sm">
            <Trans>New page</Trans>
          </ButtonLink>
        }
      />
      <Toolbar>
        <SearchInput
          label={t`Search pages`}
          placeholder={t`Search title or slug`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="48">
          <SelectField
            label={t`Status`}
            options={statuses}
            value={filter.status}
            onChange={(event) => applyFilter({ status: statuses.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all' })}
          />
        </Box>
        <Box w="48">
          <SelectField
            label={t({ message: 'Author', context: 'page' })}
            options={[{ value: '', label: t`Everyone` }, ...(authors ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            value={filter.author}
            onChange={(event) => applyFilter({ author: event.currentTarget.value })}
          />
        </Box>
      </Toolbar>
      <DataTable
        label={t`Pages`}
        columns={columns}
        rows={pages?.rows}
        rowId={(page) => page.id}
        rowLabel={(page) => page.title}
        total={pages?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => {
          setSelected(noSelection);
          setFilter({ ...filter, page });
        }}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        sort={{ column: filter.sort.by, descending: filter.sort.isDescending }}
        onSortChange={({ column, descending }) =>
          applyFilter({ sort: { by: column === 'title' ? 'title' : 'updated_at', isDescending: descending } })
        }
        selected={selected}
        onSelectedChange={setSelected}
        bulkActions={
          <>
            <Button
              size="sm"
              disabled={commands.isBusy}
              onClick={() => void commands.publish(selectedPages).then(() => setSelected(noSelection))}
            >
              <Trans>Publish</Trans>
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabled={commands.isBusy}
              onClick={() => void commands.unpublish(selectedPages).then(() => setSelected(noSelection))}
            >
              <Trans>Unpublish</Trans>
            </Button>
          </>
        }
        empty={
          <EmptyState
            title={t`No pages found`}
            action={
              <ButtonLink to="/dashboard/cms/pages/new" size="sm">
                <Trans>New page</Trans>
              </ButtonLink>
            }
          >
            {filter.search || filter.status !== 'all' || filter.author ? t`Try another search or filter.` : t`Write the first page.`}
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title={t`Are you sure you want to delete this page?`}
        body={toDelete && t`This permanently deletes “${toDelete.title}” and its versions.`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={commands.isBusy}
        onConfirm={() => toDelete && void commands.remove(toDelete.id)}
        onClose={() => setToDelete(undefined)}
      />
    </>
  );
}

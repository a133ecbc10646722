import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import type { ListFilter } from '@masomo/data/listing';
import { listPageAuthors, listPages, pageKeys, type PageFilter, type PageSummary } from '@masomo/data/site/pages';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, Button, ButtonLink, HStack, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
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

/** The list of pages: search, publish, preview, edit, duplicate, delete. */
export function PagesPage() {
  const [status, setStatus] = useState<PageFilter['status']>('all');
  const [author, setAuthor] = useState('');
  const [toDelete, setToDelete] = useState<PageSummary>();
  const { data: authors } = useQuery(pageKeys.authors(), listPageAuthors);
  const commands = usePageCommands({ onDeleted: () => setToDelete(undefined) });
  const pageFilter = ({ search, sort, page, pageSize }: ListFilter): PageFilter => ({
    search,
    status,
    author,
    sort: { by: sort.column === 'title' ? 'title' : 'updated_at', isDescending: sort.descending },
    page,
    pageSize,
  });

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

  const newPage = (
    <ButtonLink to="/dashboard/cms/pages/new" size="sm">
      <Trans>New page</Trans>
    </ButtonLink>
  );
  return (
    <ListScreen
      title={t`Pages`}
      description={t`Write, publish and unpublish the site's pages.`}
      actions={newPage}
      search={t`Search pages`}
      searchHint={t`Search title or slug`}
      filters={
        <>
          <FilterSelect
            label={t`Status`}
            options={statuses}
            value={status}
            onValueChange={(chosen) => setStatus(statuses.find(({ value }) => value === chosen)?.value ?? 'all')}
          />
          <FilterSelect
            label={t({ message: 'Author', context: 'page' })}
            options={[{ value: '', label: t`Everyone` }, ...(authors ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            value={author}
            onValueChange={setAuthor}
          />
        </>
      }
      filterKey={(status === 'all' ? '' : status) + author}
      columns={columns}
      sort={{ column: 'updated_at', descending: true }}
      keyOf={(filter) => pageKeys.list(pageFilter(filter))}
      query={(db, filter) => listPages(db, pageFilter(filter))}
      onLoadError={(failure) => console.error('The pages could not be read', failure)}
      rowLabel={(page) => page.title}
      bulkActions={(ids, clear, { rows = [] }) => {
        const selected = rows.filter(({ id }) => ids.includes(id));
        return (
          <>
            <Button size="sm" disabled={commands.isBusy} onClick={() => void commands.publish(selected).then(clear)}>
              <Trans>Publish</Trans>
            </Button>
            <Button size="sm" variant="outline" disabled={commands.isBusy} onClick={() => void commands.unpublish(selected).then(clear)}>
              <Trans>Unpublish</Trans>
            </Button>
          </>
        );
      }}
      empty={{ title: t`No pages found`, text: t`Write the first page.`, action: newPage }}
      noMatches={{ title: t`No pages found`, text: t`Try another search or filter.`, action: newPage }}
    >
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
    </ListScreen>
  );
}

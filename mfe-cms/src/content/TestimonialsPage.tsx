import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  contentKeys,
  deleteTestimonial,
  listManagedTestimonials,
  moveTestimonial,
  setTestimonialActive,
  type ManagedTestimonial,
  type TestimonialFilter,
} from '@masomo/data/site/contentManagement';
import { translationState } from '@masomo/domain/storedTranslations';
import { Box, Button, ButtonLink, EmptyState, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { useListParams } from '../shared/useListParams.ts';
import { RowActions } from '../shared/RowActions.tsx';
import { TranslationBadge } from '../shared/TranslationBadge.tsx';
import { TestimonialDialog } from './TestimonialDialog.tsx';

const commandOptions = (title: string) => ({
  invalidates: ['testimonials'],
  onError: (error: DataError) => {
    toaster.error(failureMessage(error, title));
  },
});

/** The testimonials, in the order visitors read them. */
export function TestimonialsPage() {
  const params = useListParams();
  const [filter, setFilter] = useState<TestimonialFilter>({ search: params.search, onlyUntranslated: false, page: 0, pageSize: 25 });
  const [edited, setEdited] = useState<ManagedTestimonial | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const [toDelete, setToDelete] = useState<ManagedTestimonial>();
  const { data, error, isLoading, reload } = useQuery(contentKeys.testimonials(filter), (db) => listManagedTestimonials(db, filter), {
    keepPreviousData: true,
  });
  const show = useCommand(setTestimonialActive, { ...commandOptions(t`The testimonial was not changed`), isQueued: true });
  const move = useCommand(moveTestimonial, { ...commandOptions(t`The testimonial was not moved`), isQueued: true });
  const remove = useCommand(deleteTestimonial, {
    ...commandOptions(t`The testimonial was not deleted`),
    onSuccess: () => {
      toaster.success({ title: t`Testimonial deleted` });
      setToDelete(undefined);
    },
  });
  const isFiltered = filter.search.trim() !== '' || filter.onlyUntranslated;
  const rows = data?.rows;
  const nameOf = (row: ManagedTestimonial) => `${row.author}, ${row.institution}`;
  const columns: DataTableColumn<ManagedTestimonial>[] = [
    {
      id: 'author',
      header: t`Author`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.author}</Text>
          <Text fontSize="sm" color="fg.muted">
            {row.role}, {row.institution}
          </Text>
          <TranslationBadge state={translationState(row, 'sw')} />
        </Box>
      ),
    },
    {
      id: 'quote',
      header: t`Quote`,
      cell: (row) => (
        <Text fontSize="sm" lineClamp="3">
          {row.quote}
        </Text>
      ),
    },
    {
      id: 'shown',
      header: t`Shown`,
      cell: (row) => (
        <SwitchField
          label={row.isActive ? t`Shown` : t`Hidden`}
          aria-label={t`${nameOf(row)}, shown`}
          checked={row.isActive}
          onChange={() => void show.run({ id: row.id, isActive: !row.isActive })}
        />
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <RowActions
          name={nameOf(row)}
          onMove={(up) => void move.run({ id: row.id, up })}
          onEdit={() => setEdited(row)}
          onDelete={() => setToDelete(row)}
          isFirst={isFiltered || (filter.page === 0 && rows?.[0]?.id === row.id)}
          isLast={isFiltered || (filter.page * filter.pageSize + (rows?.length ?? 0) === data?.total && rows?.at(-1)?.id === row.id)}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t`Testimonials`}
        description={t`Customer quotes on the home page, in the order visitors see them.`}
        actions={
          <HStack>
            <ButtonLink to="/" size="sm" variant="outline">
              <Trans>View page</Trans>
            </ButtonLink>
            <Button size="sm" onClick={() => setEdited('new')}>
              <Trans>New testimonial</Trans>
            </Button>
          </HStack>
        }
      />
      <Toolbar>
        <SearchInput
          label={t`Search testimonials`}
          placeholder={t`Search testimonials...`}
          value={filter.search}
          onValueChange={(search) => setFilter({ ...filter, page: 0, search })}
        />
        <SwitchField
          label={t`Needs Swahili only`}
          checked={filter.onlyUntranslated}
          onChange={() => setFilter({ ...filter, page: 0, onlyUntranslated: !filter.onlyUntranslated })}
        />
      </Toolbar>
      <DataTable
        label={t`Testimonials`}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={nameOf}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No testimonials found`}>{isFiltered ? t`Try another search.` : t`Add the first customer quote.`}</EmptyState>
        }
      />
      {edited && <TestimonialDialog testimonial={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title={t`Delete this testimonial?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={remove.isRunning}
        body={t`This permanently deletes the quote by ${toDelete?.author ?? 'this customer'}. To remove it from the page for a while, hide it instead.`}
        onConfirm={() => toDelete && void remove.run(toDelete.id)}
        onClose={() => setToDelete(undefined)}
      />
    </>
  );
}

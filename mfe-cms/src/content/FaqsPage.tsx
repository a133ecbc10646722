import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  contentKeys,
  deleteQuestion,
  listQuestions,
  moveQuestion,
  setQuestionActive,
  type ManagedQuestion,
  type QuestionFilter,
} from '@masomo/data/site/contentManagement';
import { translationState } from '@masomo/domain/storedTranslations';
import { faqCategoryLabels, faqSurfaces, questionCategories } from '@masomo/domain/faq';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, ButtonLink, EmptyState, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { useListParams } from '../shared/useListParams.ts';
import { FaqDialog } from './FaqDialog.tsx';
import { RowActions } from '../shared/RowActions.tsx';
import { TranslationBadge } from '../shared/TranslationBadge.tsx';
import { surfaceLabels, surfacePaths } from './surfaceLabels.ts';

const commandOptions = (title: string) => ({
  invalidates: ['faqs'],
  onError: (error: DataError) => {
    toaster.error(failureMessage(error, title));
  },
});

/** The questions of a public page, in the order visitors read them. */
export function FaqsPage() {
  const params = useListParams();
  const [filter, setFilter] = useState<QuestionFilter>({
    surface: faqSurfaces.find((value) => value === params.surface) ?? 'faq',
    category: 'all',
    search: params.search,
    onlyUntranslated: false,
    page: 0,
    pageSize: 25,
  });
  const [edited, setEdited] = useState<ManagedQuestion | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const [toDelete, setToDelete] = useState<ManagedQuestion>();
  const { data, error, isLoading, reload } = useQuery(contentKeys.questions(filter), (db) => listQuestions(db, filter), {
    keepPreviousData: true,
  });
  const show = useCommand(setQuestionActive, { ...commandOptions(t`The question was not changed`), isQueued: true });
  const move = useCommand(moveQuestion, { ...commandOptions(t`The question was not moved`), isQueued: true });
  const remove = useCommand(deleteQuestion, {
    ...commandOptions(t`The question was not deleted`),
    onSuccess: () => {
      toaster.success({ title: t`Question deleted` });
      setToDelete(undefined);
    },
  });
  const applyFilter = (change: Partial<QuestionFilter>) => setFilter({ ...filter, page: 0, ...change });
  const isFiltered = filter.search.trim() !== '' || filter.category !== 'all' || filter.onlyUntranslated;
  const rows = data?.rows;
  const columns: DataTableColumn<ManagedQuestion>[] = [
    {
      id: 'question',
      header: t`Question`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.question}</Text>
          <Text fontSize="sm" color="fg.muted" lineClamp="2">
            {row.answer}
          </Text>
          <TranslationBadge state={translationState(row, 'sw')} />
        </Box>
      ),
    },
    { id: 'category', header: t`Category`, noWrap: true, cell: (row) => <Badge>{translate(faqCategoryLabels[row.category])}</Badge> },
    {
      id: 'shown',
      header: t`Shown`,
      cell: (row) => (
        <SwitchField
          label={row.isActive ? t`Shown` : t`Hidden`}
          aria-label={t`${row.question}, shown`}
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
          name={row.question}
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
        title={t`Questions`}
        description={t`Questions by page, in the order visitors see them.`}
        actions={
          <HStack>
            <ButtonLink to={surfacePaths[filter.surface]} size="sm" variant="outline">
              <Trans>View page</Trans>
            </ButtonLink>
            <Button size="sm" onClick={() => setEdited('new')}>
              <Trans>New question</Trans>
            </Button>
          </HStack>
        }
      />
      <Toolbar>
        <SearchInput
          label={t`Search questions`}
          placeholder={t`Search questions...`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="44">
          <SelectField
            label={t`Page`}
            options={faqSurfaces.map((value) => ({ value, label: surfaceLabels[value] }))}
            value={filter.surface}
            onChange={(event) => applyFilter({ surface: faqSurfaces.find((value) => value === event.currentTarget.value) ?? 'faq' })}
          />
        </Box>
        <Box w="48">
          <SelectField
            label={t`Category`}
            options={[
              { value: 'all', label: t`All categories` },
              ...questionCategories.map((value) => ({ value, label: translate(faqCategoryLabels[value]) })),
            ]}
            value={filter.category}
            onChange={(event) =>
              applyFilter({ category: questionCategories.find((value) => value === event.currentTarget.value) ?? 'all' })
            }
          />
        </Box>
        <SwitchField
          label={t`Needs Swahili only`}
          checked={filter.onlyUntranslated}
          onChange={() => applyFilter({ onlyUntranslated: !filter.onlyUntranslated })}
        />
      </Toolbar>
      <DataTable
        label={t`Questions`}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.question}
        total={data?.total ?? 0}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => setFilter({ ...filter, page })}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No questions found`}>
            {isFiltered ? t`Try another search or category.` : t`Add the first question of this page.`}
          </EmptyState>
        }
      />
      {edited && (
        <FaqDialog question={edited === 'new' ? undefined : edited} surface={filter.surface} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title={t`Delete this question?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={remove.isRunning}
        body={t`This permanently deletes “${toDelete?.question ?? ''}” and its answer. To remove it from the page for a while, hide it instead.`}
        onConfirm={() => toDelete && void remove.run(toDelete.id)}
        onClose={() => setToDelete(undefined)}
      />
    </>
  );
}

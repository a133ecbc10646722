import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import type { ListFilter } from '@masomo/data/listing';
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
import { Badge, Box, Button, ButtonLink, Text, toaster } from '@masomo/design-system';
import { FilterSelect, SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen, type ShownList } from '@masomo/remote/ListScreen';
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
  const [surface, setSurface] = useState(faqSurfaces.find((value) => value === params.surface) ?? 'faq');
  const [category, setCategory] = useState<QuestionFilter['category']>('all');
  const [onlyUntranslated, setOnlyUntranslated] = useState(false);
  const [edited, setEdited] = useState<ManagedQuestion | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const [toDelete, setToDelete] = useState<ManagedQuestion>();
  const show = useCommand(setQuestionActive, { ...commandOptions(t`The question was not changed`), isQueued: true });
  const move = useCommand(moveQuestion, { ...commandOptions(t`The question was not moved`), isQueued: true });
  const remove = useCommand(deleteQuestion, {
    ...commandOptions(t`The question was not deleted`),
    onSuccess: () => {
      toaster.success({ title: t`Question deleted` });
      setToDelete(undefined);
    },
  });
  const questionsOf = (filter: ListFilter): QuestionFilter => ({ ...filter, surface, category, onlyUntranslated });
  const columnsOf = ({ isFirst, isLast }: ShownList<ManagedQuestion>): DataTableColumn<ManagedQuestion>[] => [
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
          isFirst={isFirst(row)}
          isLast={isLast(row)}
        />
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Questions`}
      description={t`Questions by page, in the order visitors see them.`}
      actions={
        <>
          <ButtonLink to={surfacePaths[surface]} size="sm" variant="outline">
            <Trans>View page</Trans>
          </ButtonLink>
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>New question</Trans>
          </Button>
        </>
      }
      search={t`Search questions`}
      searchHint={t`Search questions...`}
      filters={
        <>
          <FilterSelect
            label={t`Page`}
            isRequired
            options={faqSurfaces.map((value) => ({ value, label: surfaceLabels[value] }))}
            value={surface}
            onValueChange={(chosen) => setSurface(faqSurfaces.find((value) => value === chosen) ?? 'faq')}
          />
          <FilterSelect
            label={t`Category`}
            options={[
              { value: 'all', label: t`All categories` },
              ...questionCategories.map((value) => ({ value, label: translate(faqCategoryLabels[value]) })),
            ]}
            value={category}
            onValueChange={(chosen) => setCategory(questionCategories.find((value) => value === chosen) ?? 'all')}
          />
          <SwitchField label={t`Needs Swahili only`} checked={onlyUntranslated} onChange={() => setOnlyUntranslated(!onlyUntranslated)} />
        </>
      }
      filterKey={`${surface}${category}${onlyUntranslated ? 'untranslated' : ''}`}
      isFiltered={category !== 'all' || onlyUntranslated}
      columns={columnsOf}
      pageSize={25}
      keyOf={(filter) => contentKeys.questions(questionsOf(filter))}
      query={(db, filter) => listQuestions(db, questionsOf(filter))}
      rowLabel={(row) => row.question}
      onOpen={setEdited}
      empty={{ title: t`No questions found`, text: t`Add the first question of this page.` }}
      noMatches={{ title: t`No questions found`, text: t`Try another search or category.` }}
    >
      {edited && <FaqDialog question={edited === 'new' ? undefined : edited} surface={surface} onClose={() => setEdited(undefined)} />}
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
    </ListScreen>
  );
}

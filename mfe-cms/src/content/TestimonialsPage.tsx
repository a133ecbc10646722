import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import {
  contentKeys,
  deleteTestimonial,
  listManagedTestimonials,
  moveTestimonial,
  setTestimonialActive,
  type ManagedTestimonial,
} from '@masomo/data/site/contentManagement';
import { translationState } from '@masomo/domain/storedTranslations';
import { Box, Button, ButtonLink, Text, toaster } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen, type ShownList } from '@masomo/remote/ListScreen';
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
  const [onlyUntranslated, setOnlyUntranslated] = useState(false);
  const [edited, setEdited] = useState<ManagedTestimonial | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const [toDelete, setToDelete] = useState<ManagedTestimonial>();
  const show = useCommand(setTestimonialActive, { ...commandOptions(t`The testimonial was not changed`), isQueued: true });
  const move = useCommand(moveTestimonial, { ...commandOptions(t`The testimonial was not moved`), isQueued: true });
  const remove = useCommand(deleteTestimonial, {
    ...commandOptions(t`The testimonial was not deleted`),
    onSuccess: () => {
      toaster.success({ title: t`Testimonial deleted` });
      setToDelete(undefined);
    },
  });
  const nameOf = (row: ManagedTestimonial) => `${row.author}, ${row.institution}`;
  const columnsOf = ({ isFirst, isLast }: ShownList<ManagedTestimonial>): DataTableColumn<ManagedTestimonial>[] => [
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
          isFirst={isFirst(row)}
          isLast={isLast(row)}
        />
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Testimonials`}
      description={t`Customer quotes on the home page, in the order visitors see them.`}
      actions={
        <>
          <ButtonLink to="/" size="sm" variant="outline">
            <Trans>View page</Trans>
          </ButtonLink>
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>New testimonial</Trans>
          </Button>
        </>
      }
      search={t`Search testimonials`}
      searchHint={t`Search testimonials...`}
      filters={
        <SwitchField label={t`Needs Swahili only`} checked={onlyUntranslated} onChange={() => setOnlyUntranslated(!onlyUntranslated)} />
      }
      filterKey={onlyUntranslated ? 'untranslated' : ''}
      columns={columnsOf}
      pageSize={25}
      keyOf={(filter) => contentKeys.testimonials({ ...filter, onlyUntranslated })}
      query={(db, filter) => listManagedTestimonials(db, { ...filter, onlyUntranslated })}
      rowLabel={nameOf}
      onOpen={setEdited}
      empty={{ title: t`No testimonials found`, text: t`Add the first customer quote.` }}
      noMatches={{ title: t`No testimonials found`, text: t`Try another search.` }}
    >
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
    </ListScreen>
  );
}

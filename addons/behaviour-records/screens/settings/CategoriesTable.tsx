import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import { behaviourKeys, listBehaviourCategories, type BehaviourCategory } from '../../data/behaviour.ts';
import { addUsualBehaviourCategories, setBehaviourCategoryActive } from '../../data/behaviourCommands.ts';
import { Badge, Button, Heading, HStack, Stack, Text, toaster } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { currentLanguage } from '@masomo/i18n';
import { CategoryDialog } from './CategoryDialog.tsx';
import { kindColors, kindLabels, signedPoints } from '../shared/behaviourLabels.ts';

/** The merits and incidents of the school with their points. */
export function CategoriesTable({ isReadOnly }: { isReadOnly: boolean }) {
  const [edited, setEdited] = useState<BehaviourCategory | 'new'>();
  const { data: categories, error, reload } = useQuery(behaviourKeys.categories(), listBehaviourCategories);
  const onError = (failure: DataError) => toaster.error(failureMessage(failure, t`Nothing was changed`));
  const setActive = useCommand(setBehaviourCategoryActive, { invalidates: ['behaviour'], onError });
  const addUsual = useCommand(addUsualBehaviourCategories, {
    invalidates: ['behaviour'],
    onSuccess: (count) => toaster.success({ title: plural(count, { one: '# kind added', other: '# kinds added' }) }),
    onError,
  });
  const columns: DataTableColumn<BehaviourCategory>[] = [
    { id: 'kind', header: t`Kind`, cell: ({ kind }) => <Badge colorPalette={kindColors[kind]}>{kindLabels[kind]}</Badge> },
    {
      id: 'name',
      header: t`Name`,
      cell: ({ name, isActive }) => (
        <HStack gap="2">
          <Text fontWeight="600">{name}</Text>
          {!isActive && <Badge>{t`Off`}</Badge>}
        </HStack>
      ),
    },
    { id: 'points', header: t`Points`, align: 'end', cell: signedPoints },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (category) =>
        !isReadOnly && (
          <HStack gap="1" justify="flex-end">
            <Button size="xs" variant="ghost" aria-label={t`Edit ${category.name}`} onClick={() => setEdited(category)}>
              <Trans>Edit</Trans>
            </Button>
            <Button
              size="xs"
              variant="ghost"
              disabled={setActive.isRunning}
              aria-label={category.isActive ? t`Switch off ${category.name}` : t`Switch on ${category.name}`}
              onClick={() => void setActive.run({ id: category.id, isActive: !category.isActive })}
            >
              {category.isActive ? t`Switch off` : t`Switch on`}
            </Button>
          </HStack>
        ),
    },
  ];
  const start = !isReadOnly && (
    <Button disabled={addUsual.isRunning} onClick={() => void addUsual.run(currentLanguage())}>
      <Trans>Start with the standard list</Trans>
    </Button>
  );
  return (
    <Stack as="section" aria-labelledby="categories" gap="4">
      <HStack justify="space-between" wrap="wrap">
        <Heading as="h2" size="md" id="categories">
          <Trans>Merits and incidents</Trans>
        </Heading>
        {!isReadOnly && (
          <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
            <Trans>Add</Trans>
          </Button>
        )}
      </HStack>
      <RecordList
        label={t`Merits and incidents`}
        columns={columns}
        rows={categories}
        error={error}
        onRetry={reload}
        rowLabel={({ name }) => name}
        empty={{
          title: t`Nothing to record yet`,
          text: t`Start with ten common merits and incidents, then change their names and points to suit your school.`,
          action: start,
        }}
      />
      {edited && <CategoryDialog {...(edited === 'new' ? {} : { category: edited })} onClose={() => setEdited(undefined)} />}
    </Stack>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Button, ButtonLink, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { cbseKeys, listProgress, listSchemes, listYearClasses, type YearClass } from '../../data/cbse.ts';
import { removeYearClass } from '../../data/cbseCommands.ts';
import { AddClassDialog } from './AddClassDialog.tsx';
import { CbseNav } from '../shared/CbseNav.tsx';
import { addressOf, cbseFeature, cbseHome } from '../shared/cbseHome.ts';

/** The classes that are examined, how far their marks are, and the way to their sheets. */
export function ClassesPage() {
  const canSet = useIsAllowed('cbse:set-up');
  const { isReadOnly } = useModule(cbseFeature);
  const [isAdding, setIsAdding] = useState(false);
  const { data: classes, error, reload } = useQuery(cbseKeys.classes(), listYearClasses);
  const { data: progress } = useQuery(cbseKeys.progress(), listProgress);
  const { data: schemes } = useQuery(cbseKeys.schemes(), listSchemes);
  const remove = useCommand(removeYearClass, {
    invalidates: ['cbse'],
    onSuccess: () => toaster.success({ title: t`Class removed` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The class was not removed`)),
  });
  const isSetUp = (schemes?.length ?? 0) > 0;
  const canAdd = canSet && !isReadOnly;
  const columns: DataTableColumn<YearClass>[] = [
    {
      id: 'class',
      header: t`Class`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.className}</Text>
          <Text fontSize="sm" color="fg.muted">
            {row.year}
          </Text>
        </Box>
      ),
    },
    { id: 'scheme', header: t`Scheme`, cell: ({ scheme }) => scheme },
    {
      id: 'progress',
      header: t`Marks entered`,
      align: 'end',
      cell: ({ id }) => {
        const of = progress?.[id];
        return of ? t`${formatNumber(of.marked)} of ${formatNumber(of.cells)}` : '–';
      },
    },
    {
      id: 'published',
      header: t`Families see`,
      cell: ({ parts }) => {
        const shown = parts.filter(({ isPublished }) => isPublished);
        return shown.length === 0 ? (
          <Text color="fg.muted">{t`Nothing yet`}</Text>
        ) : (
          <HStack gap="1" wrap="wrap">
            {shown.map(({ part, name }) => (
              <Badge key={part} colorPalette="green">
                {name}
              </Badge>
            ))}
          </HStack>
        );
      },
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack gap="1" justify="flex-end" wrap="wrap">
          <ButtonLink size="xs" variant="outline" to={addressOf('marks', row.id)} aria-label={t`Marks of ${row.className}`}>
            <Trans>Marks</Trans>
          </ButtonLink>
          <ButtonLink size="xs" variant="outline" to={addressOf('results', row.id)} aria-label={t`Results of ${row.className}`}>
            <Trans>Results</Trans>
          </ButtonLink>
          {canAdd && progress?.[row.id]?.marked === 0 && (
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Remove ${row.className}`}
              disabled={remove.isRunning}
              onClick={() => void remove.run(row.id)}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t`CBSE Examination`}
        description={t`Marks by the schemes of the board, co-scholastic grades, and report cards over the terms of a year.`}
      />
      <CbseNav current="" />
      <RecordList
        label={t`Classes`}
        columns={columns}
        rows={classes}
        error={error}
        onRetry={reload}
        rowLabel={({ className }) => className}
        actions={
          canAdd &&
          isSetUp && (
            <Button size="sm" onClick={() => setIsAdding(true)}>
              <Trans>Add class</Trans>
            </Button>
          )
        }
        empty={
          isSetUp || !schemes
            ? {
                title: t`No class is examined yet`,
                text: canSet
                  ? t`Add a class: its subjects get the tests of the scheme, and its teachers enter the marks.`
                  : t`You can enter marks here once an administrator has added your class.`,
              }
            : {
                title: t`Choose how your school examines first`,
                text: canSet
                  ? t`Start with the schemes of the board for classes VI to VIII and IX to X, and change them where your school differs.`
                  : t`You can enter marks here once an administrator has set up the schemes.`,
                ...(canAdd ? { action: <ButtonLink to={`${cbseHome}/settings`}>{t`Set up schemes`}</ButtonLink> } : {}),
              }
        }
      />
      {isAdding && schemes && <AddClassDialog schemes={schemes} onClose={() => setIsAdding(false)} />}
    </>
  );
}

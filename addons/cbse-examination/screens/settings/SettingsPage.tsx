import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { Button, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { cbseKeys, listSchemes, type Scheme } from '../../data/cbse.ts';
import { addUsualSchemes } from '../../data/cbseCommands.ts';
import { CbseNav } from '../shared/CbseNav.tsx';
import { cbseFeature } from '../shared/cbseHome.ts';
import { SchemeDialog } from './SchemeDialog.tsx';

const columns: DataTableColumn<Scheme>[] = [
  { id: 'name', header: t`Scheme`, cell: ({ name }) => <Text fontWeight="600">{name}</Text> },
  {
    id: 'weights',
    header: t`Terms`,
    cell: ({ weights }) =>
      weights.length === 1 ? t`The year as a whole` : weights.map((weight) => t`${formatNumber(weight)}%`).join(' : '),
  },
  {
    id: 'components',
    header: t`Out of a hundred`,
    cell: ({ components }) =>
      components
        .map(({ name, outOf, bestOf }) => (bestOf ? t`${name} ${formatNumber(outOf)} (best ${bestOf})` : `${name} ${formatNumber(outOf)}`))
        .join(' · '),
  },
  { id: 'grades', header: t`Grades`, cell: ({ bands }) => bands.map(({ grade, lowest }) => `${grade} ${lowest}`).join(', ') },
];

/** The schemes by which the school examines. */
export function SettingsPage() {
  const { isReadOnly } = useModule(cbseFeature);
  const [edited, setEdited] = useState<Scheme | 'new'>();
  const { data: schemes, error, reload } = useQuery(cbseKeys.schemes(), listSchemes);
  const addUsual = useCommand(addUsualSchemes, {
    invalidates: ['cbse'],
    onSuccess: (count) => toaster.success({ title: plural(count, { one: '# scheme added', other: '# schemes added' }) }),
    onError: (failure) => toaster.error(failureMessage(failure, t`Nothing was changed`)),
  });
  return (
    <>
      <PageHeader
        title={t`CBSE settings`}
        description={t`How classes are examined: terms and their weights, what counts for how much, grades and areas.`}
      />
      <CbseNav current="/settings" />
      <RecordList
        label={t`Schemes`}
        columns={columns}
        rows={schemes}
        error={error}
        onRetry={reload}
        rowLabel={({ name }) => name}
        {...(isReadOnly ? {} : { onOpen: setEdited })}
        actions={
          !isReadOnly && (
            <HStack>
              <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
                <Trans>Add scheme</Trans>
              </Button>
            </HStack>
          )
        }
        empty={{
          title: t`No scheme yet`,
          text: t`Start with the two of the board, for classes VI to VIII and IX to X, and change what your school does differently.`,
          ...(isReadOnly
            ? {}
            : {
                action: (
                  <Button disabled={addUsual.isRunning} onClick={() => void addUsual.run(undefined)}>
                    <Trans>Start with the schemes of the board</Trans>
                  </Button>
                ),
              }),
        }}
      />
      {edited && <SchemeDialog {...(edited === 'new' ? {} : { scheme: edited })} onClose={() => setEdited(undefined)} />}
    </>
  );
}

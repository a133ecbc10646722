import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { Button, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { listUnknownNumbers, readerKeys, type UnknownNumber } from '../../data/readers.ts';
import { NumberDialog } from '../shared/NumberDialog.tsx';
import { readersFeature } from '../shared/readersHome.ts';

/** Numbers that nobody has: given to a student, what waits for them fills the registers. */
export function UnknownList() {
  const { isReadOnly } = useModule(readersFeature);
  const [given, setGiven] = useState<string>();
  const columns: DataTableColumn<UnknownNumber>[] = [
    { id: 'number', header: t`Number`, sortable: true, cell: ({ number }) => <Text fontWeight="600">{number}</Text> },
    { id: 'readings', header: t`Readings`, sortable: true, align: 'end', cell: ({ readings }) => formatNumber(readings) },
    { id: 'first', header: t`First`, cell: ({ firstAt }) => formatDateTime(firstAt) },
    { id: 'last_at', header: t`Most recent`, sortable: true, cell: ({ lastAt }) => formatDateTime(lastAt) },
    { id: 'reader', header: t`Reader`, cell: ({ reader }) => reader },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: ({ number }) =>
        !isReadOnly && (
          <Button size="xs" variant="outline" aria-label={t`Give ${number} to a student`} onClick={() => setGiven(number)}>
            <Trans>Give to a student</Trans>
          </Button>
        ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Unknown numbers`}
        columns={columns}
        sort={{ column: 'last_at', descending: true }}
        pageSize={25}
        live={['reader_lines']}
        keyOf={(filter) => readerKeys.unknown(filter)}
        query={listUnknownNumbers}
        rowId={({ number }) => number}
        rowLabel={({ number }) => number}
        empty={{ title: t`Every number is known`, text: t`Readings with a number that nobody has are kept here until a student gets it.` }}
      />
      {given !== undefined && <NumberDialog given={{ number: given }} onClose={() => setGiven(undefined)} />}
    </>
  );
}

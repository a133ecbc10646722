import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Button, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { listLines, readerKeys, type WaitingLine } from '../../data/readers.ts';
import { readersFeature } from '../shared/readersHome.ts';
import { useSettling } from './useSettling.ts';

/** Lines that are no readings, as they came. */
export function MalformedList() {
  const { isReadOnly } = useModule(readersFeature);
  const settle = useSettling();
  const columns: DataTableColumn<WaitingLine>[] = [
    { id: 'raw', header: t`As it came`, cell: ({ raw }) => <Text whiteSpace="pre-wrap">{raw}</Text> },
    { id: 'received', header: t`Time it came`, cell: ({ receivedAt }) => formatDateTimeWithSeconds(receivedAt) },
    { id: 'reader', header: t`Reader`, cell: ({ reader }) => reader },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: ({ id, raw }) =>
        !isReadOnly && (
          <Button
            size="xs"
            variant="ghost"
            disabled={settle.isRunning}
            aria-label={t`Set aside ${raw}`}
            onClick={() => void settle.run({ ids: [id], how: 'set_aside' })}
          >
            <Trans>Set aside</Trans>
          </Button>
        ),
    },
  ];
  return (
    <RecordList
      label={t`Lines that cannot be read`}
      columns={columns}
      pageSize={25}
      live={['reader_lines']}
      keyOf={(filter) => readerKeys.lines({ ...filter, state: 'malformed' })}
      query={(db, filter) => listLines(db, { ...filter, state: 'malformed' })}
      rowId={({ id }) => id}
      rowLabel={({ raw }) => raw}
      empty={{ title: t`Every line could be read`, text: t`What a reader sends without a number or a time is kept here as it came.` }}
    />
  );
}

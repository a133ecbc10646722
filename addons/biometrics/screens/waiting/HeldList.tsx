import { t } from '@lingui/core/macro';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Button, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { listLines, readerKeys, type WaitingLine } from '../../data/readers.ts';
import type { Settlement } from '../../data/readerCommands.ts';
import { readersFeature } from '../shared/readersHome.ts';
import { useSettling } from './useSettling.ts';

/** Readings of a reader whose clock was wrong: a person says which time counts, so that nobody is late by mistake. */
export function HeldList() {
  const { isReadOnly } = useModule(readersFeature);
  const settle = useSettling();
  const choices: { how: Settlement['how']; label: string; about: (line: WaitingLine) => string }[] = [
    { how: 'received', label: t`Time it came`, about: ({ number }) => t`Count the time at which the reading of ${number} came` },
    { how: 'read', label: t`Reader’s time`, about: ({ number }) => t`Count the reader’s time for ${number}` },
    { how: 'set_aside', label: t`Set aside`, about: ({ number }) => t`Set aside the reading of ${number}` },
  ];
  const columns: DataTableColumn<WaitingLine>[] = [
    { id: 'number', header: t`Number`, cell: ({ number }) => <Text fontWeight="600">{number}</Text> },
    { id: 'read', header: t`Reader’s time`, cell: ({ readAt }) => (readAt ? formatDateTimeWithSeconds(readAt) : '–') },
    { id: 'received', header: t`Time it came`, cell: ({ receivedAt }) => formatDateTimeWithSeconds(receivedAt) },
    { id: 'reader', header: t`Reader`, cell: ({ reader }) => reader },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (line) =>
        !isReadOnly && (
          <HStack gap="1" justify="flex-end" wrap="wrap">
            {choices.map(({ how, label, about }) => (
              <Button
                key={how}
                size="xs"
                variant={how === 'set_aside' ? 'ghost' : 'outline'}
                disabled={settle.isRunning}
                aria-label={about(line)}
                onClick={() => void settle.run({ ids: [line.id], how })}
              >
                {label}
              </Button>
            ))}
          </HStack>
        ),
    },
  ];
  return (
    <RecordList
      label={t`Readings with a wrong clock`}
      columns={columns}
      pageSize={25}
      live={['reader_lines']}
      bulkActions={(selected, clear) =>
        !isReadOnly &&
        choices.map(({ how, label }) => (
          <Button
            key={how}
            size="xs"
            variant="outline"
            disabled={settle.isRunning}
            onClick={() => void settle.run({ ids: selected, how }).then(clear)}
          >
            {label}
          </Button>
        ))
      }
      keyOf={(filter) => readerKeys.lines({ ...filter, state: 'held' })}
      query={(db, filter) => listLines(db, { ...filter, state: 'held' })}
      rowId={({ id }) => id}
      rowLabel={({ number }) => number}
      empty={{
        title: t`No reading waits because of a clock`,
        text: t`When the clock of a reader is wrong, its readings wait here, and nobody is marked late by it.`,
      }}
    />
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useModule } from '@masomo/remote/useModule';
import { listReaders, readerKeys, type Reader } from '../../data/readers.ts';
import { removeReader, stopReader } from '../../data/readerCommands.ts';
import { ReadersNav } from '../shared/ReadersNav.tsx';
import { readersFeature } from '../shared/readersHome.ts';
import { AddReaderDialog } from './AddReaderDialog.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { ConnectHelp } from './ConnectHelp.tsx';
import { ReaderState } from './ReaderState.tsx';

type Opened = { what: 'approve' | 'remove'; reader: Reader } | { what: 'add' };

/** The readers of the school: whether they call, tell the right time, and how much came today. */
export function ReadersPage() {
  const { isReadOnly } = useModule(readersFeature);
  const canConnect = useIsAllowed('reader:connect') && !isReadOnly;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const onError = (failure: Parameters<typeof failureMessage>[0]) => toaster.error(failureMessage(failure, t`Nothing was changed`));
  const stop = useCommand(stopReader, { invalidates: ['readers'], onError });
  const remove = useCommand(removeReader, { invalidates: ['readers'], onSuccess: close, onError });
  const columns: DataTableColumn<Reader>[] = [
    {
      id: 'name',
      header: t`Reader`,
      sortable: true,
      cell: ({ name, serial, hostKey }) => (
        <Box>
          <Text fontWeight="600">{name}</Text>
          <Text fontSize="sm" color="fg.muted">
            {serial}
          </Text>
          {hostKey && (
            <Text fontSize="sm" color="fg.muted">
              {t`Calls ${`${hostKey}.${window.location.hostname}`}`}
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'state', header: t`State`, cell: (reader) => <ReaderState reader={reader} /> },
    {
      id: 'seen_at',
      header: t`Last seen`,
      sortable: true,
      cell: ({ seenAt }) => (seenAt ? formatDateTime(seenAt) : <Text color="fg.muted">{t`Never`}</Text>),
    },
    { id: 'today', header: t`Today`, sortable: true, align: 'end', cell: ({ today }) => formatNumber(today) },
    { id: 'waiting', header: t`Waiting`, sortable: true, align: 'end', cell: ({ waiting }) => formatNumber(waiting) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (reader) =>
        canConnect && (
          <HStack gap="1" justify="flex-end" wrap="wrap">
            {(reader.calledAt ?? reader.seenAt) && reader.state !== 'stopped' && (
              <Button
                size="xs"
                variant={reader.state === 'waiting' ? 'solid' : 'outline'}
                aria-label={reader.state === 'waiting' ? t`Approve ${reader.name}` : t`Change ${reader.name}`}
                onClick={() => setOpened({ what: 'approve', reader })}
              >
                {reader.state === 'waiting' ? t`Approve` : t`Change`}
              </Button>
            )}
            <Button
              size="xs"
              variant="ghost"
              disabled={stop.isRunning}
              aria-label={reader.state === 'stopped' ? t`Connect ${reader.name} again` : t`Stop ${reader.name}`}
              onClick={() => void stop.run(reader.id)}
            >
              {reader.state === 'stopped' ? t`Connect again` : t`Stop`}
            </Button>
            <Button size="xs" variant="ghost" aria-label={t`Remove ${reader.name}`} onClick={() => setOpened({ what: 'remove', reader })}>
              <Trans>Remove</Trans>
            </Button>
          </HStack>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Readers`}
      description={t`Readers of fingerprints and faces at the gate. They send a number and a time; the finger or the face stays in them.`}
      actions={
        canConnect && (
          <Button size="sm" onClick={() => setOpened({ what: 'add' })}>
            <Trans>Add a reader</Trans>
          </Button>
        )
      }
      intro={
        <>
          <ReadersNav current="" />
          {canConnect && <ConnectHelp />}
        </>
      }
      isFiltered={false}
      columns={columns}
      sort={{ column: 'name', descending: false }}
      pageSize={25}
      live={['readers', 'reader_lines']}
      keyOf={(filter) => readerKeys.list(filter)}
      query={listReaders}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      empty={{
        title: t`No reader is connected yet`,
        text: t`Add a reader by the serial number on its label, enter the address of this site in its menu, and approve it once it has called.`,
      }}
    >
      {opened?.what === 'add' && <AddReaderDialog onClose={close} />}
      {opened?.what === 'approve' && <ApproveDialog reader={opened.reader} onClose={close} />}
      {opened?.what === 'remove' && (
        <ConfirmDialog
          isOpen
          title={t`Remove ${opened.reader.name}?`}
          confirmLabel={t`Remove`}
          tone="danger"
          isBusy={remove.isRunning}
          onConfirm={() => void remove.run(opened.reader.id)}
          onClose={close}
          body={t`Readings that still wait are lost. Attendance already recorded stays in the registers.`}
        />
      )}
    </ListScreen>
  );
}

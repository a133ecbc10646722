import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, EmptyState, Text } from '@masomo/design-system';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import type { ReleaseEvent } from '@masomo/data/platform/releaseApi';

const actionTexts: Record<ReleaseEvent['action'], (version: string) => string> = {
  promote: (version) => t`Made ${version} live`,
  rollback: (version) => t`Rolled back to ${version}`,
  canary: (version) => t`Started trial of ${version}`,
  'end-canary': (version) => t`Ended trial, back to ${version}`,
};
const pageSize = 10;

const columns: DataTableColumn<ReleaseEvent>[] = [
  { id: 'at', header: t`Date`, noWrap: true, cell: (event) => formatDateTimeWithSeconds(event.at) },
  { id: 'by', header: t`User`, cell: (event) => event.by },
  { id: 'app', header: t`App`, cell: (event) => event.app },
  {
    id: 'what',
    header: t`Action`,
    cell: (event) => (
      <Box>
        <Text>{actionTexts[event.action](event.version)}</Text>
        {(event.reason ?? event.from) && (
          <Text fontSize="sm" color="fg.muted">
            {event.reason ?? t`Previously ${event.from ?? ''}`}
          </Text>
        )}
      </Box>
    ),
  },
  { id: 'revision', header: t`Revision`, align: 'end', cell: (event) => event.revision },
];

export function HistoryTable({ events, isLoading }: { events: readonly ReleaseEvent[] | undefined; isLoading: boolean }) {
  const [page, setPage] = useState(0);
  return (
    <DataTable
      label={t`History`}
      columns={columns}
      rows={events?.slice(page * pageSize, (page + 1) * pageSize)}
      rowId={(event) => `${event.revision} ${event.app}`}
      total={events?.length ?? 0}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      isLoading={isLoading}
      empty={
        <EmptyState title={t`No releases yet`}>
          <Trans>Every release and rollback appears here.</Trans>
        </EmptyState>
      }
    />
  );
}

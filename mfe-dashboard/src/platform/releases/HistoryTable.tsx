import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { formatDateTime } from '@masomo/domain/time';
import { Box, EmptyState, Text } from '@masomo/design-system';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import type { ReleaseEvent } from '@masomo/data/platform/releaseApi';

const actionLabels: Record<ReleaseEvent['action'], string> = {
  promote: 'Made live',
  rollback: 'Rolled back to',
  canary: 'Trial of',
  'end-canary': 'Trial ended, back to',
};
const pageSize = 10;

const columns: DataTableColumn<ReleaseEvent>[] = [
  { id: 'at', header: t`When`, noWrap: true, cell: (event) => formatDateTime(event.at) },
  { id: 'by', header: t`Who`, cell: (event) => event.by },
  { id: 'app', header: t`Part`, cell: (event) => event.app },
  {
    id: 'what',
    header: t`What`,
    cell: (event) => (
      <Box>
        <Text>
          {actionLabels[event.action]} {event.version}
        </Text>
        {(event.reason ?? event.from) && (
          <Text fontSize="sm" color="fg.muted">
            {event.reason ?? t`before: ${event.from ?? ''}`}
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
          <Trans>Every release and rollback is written down here.</Trans>
        </EmptyState>
      }
    />
  );
}
